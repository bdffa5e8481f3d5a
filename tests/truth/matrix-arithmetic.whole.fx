// Matrices of whole numbers and of truth values.
int2x2 A = { 5, -7, 3, 2 };
static const int2x2 B = { 2, 3, -2, 5 };
RWStructuredBuffer<float4> Output;

int2x2 changed(int2x2 c)
{
    c[1] = int2(7, 8);
    c._m00_m11 = int2(1, 4);
    c += 10;
    int2x2 before = c++;
    return c + (before - before);
}

[numthreads(1, 1, 1)]
void CS()
{
    bool2x2 less = A < B;
    Output[0] = (int4)mul(A, B);
    Output[1] = (int4)(A * B);
    Output[2] = (int4)(A % B);
    Output[3] = (int4)(A / 2);
    Output[4] = (int4)less;
    Output[5] = float4(any(less), all(less), any(!less), determinant(A));
    Output[6] = (float4)(A * 0.5);
    Output[7] = (int4)changed(A);
    Output[8] = (int4)(less ? A : B);
    Output[9] = float4(mul(A, int2(1, 2)), mul(int2(1, 2), A));
    Output[10] = (int4)transpose(clamp(A, -1, 3));
    Output[11] = float4(A[0], (uint2x2(1, 2, 3, 4) << 1)[1]);
}
technique11 T
<
    float4 expect = { 24, -20, 2, 19 };
    float4 expect1 = { 10, -21, -6, 10 };
    float4 expect2 = { 1, -1, 1, 2 };
    float4 expect3 = { 2, -3, 1, 1 };
    float4 expect4 = { 0, 1, 0, 1 };
    float4 expect5 = { 1, 0, 1, 31 };
    float4 expect6 = { 2.5, -3.5, 1.5, 1 };
    float4 expect7 = { 12, 4, 18, 15 };
    float4 expect8 = { 2, -7, -2, 2 };
    float4 expect9 = { -9, 7, 11, -3 };
    float4 expect10 = { 3, 3, -1, 2 };
    float4 expect11 = { 5, -7, 6, 8 };
>
{
    pass P { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
