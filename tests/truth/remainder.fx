// `%` of signed numbers has the sign of the dividend.
int A = -7;
int B = 3;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(A % B, A % -B, -A % B, -A % -B);
    int3 many = int3(A, -A, A);
    many %= int3(B, -B, -B - 2);
    Output[1] = float4(many, A % 2);
    int left = A;
    left %= 4;
    Output[2] = float4(left, int2(A, 9) % B, (A - 1) % B);
}

technique11 Truth <
    float4 expect = float4(-1, -1, 1, 1);
    float4 expect1 = float4(-1, 1, -2, -1);
    float4 expect2 = float4(-3, -1, 0, -2);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
