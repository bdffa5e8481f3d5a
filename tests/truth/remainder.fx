// `%` of signed numbers has the sign of the dividend, also where the optimiser computes it.
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    int a = -7;
    int b = 3;
    Output[0] = float4(a % b, a % -b, -a % b, -a % -b);
    int3 many = int3(a, -a, a);
    many %= int3(b, -b, -b - 2);
    Output[1] = float4(many, a % 2);
    int left = a;
    left %= 4;
    Output[2] = float4(left, int2(a, 9) % b, (a - 1) % b);
}

technique11 Truth <
    float4 expect = float4(-1, -1, 1, 1);
    float4 expect1 = float4(-1, 1, -2, -1);
    float4 expect2 = float4(-3, -1, 0, -2);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
