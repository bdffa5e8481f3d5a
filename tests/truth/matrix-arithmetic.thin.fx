// Matrices of one row or column.
float1x3 R = { 1, 2, 3 };
float behind = 9;
float3x1 C = { 4, 5, 6 };
float1x1 one = 5;
RWStructuredBuffer<float4> Output;

float1x3 scaled(float1x3 m) { return m * 2 + 1; }

[numthreads(1, 1, 1)]
void CS()
{
    float1x3 s = scaled(R);
    s[0].y += 10;
    float3 v = R;
    Output[0] = float4(mul(R, C), R[0]);
    Output[1] = float4(mul(C, R)[1], C[2]);
    Output[2] = float4(transpose(C)[0], behind);
    Output[3] = float4(s[0], any(s > 14));
    Output[4] = float4(1, 2, 3, 4) * one;
    Output[5] = float4(mul(v, C), mul(R, v), (float)one, sqrt(C)._11);
}
technique11 T
<
    float4 expect = { 32, 1, 2, 3 };
    float4 expect1 = { 5, 10, 15, 6 };
    float4 expect2 = { 4, 5, 6, 9 };
    float4 expect3 = { 3, 15, 7, 1 };
    float4 expect4 = { 5, 10, 15, 20 };
    float4 expect5 = { 32, 14, 5, 2 };
>
{
    pass P { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
