// A variable of a `for` lives to the end of the block around the loop, and the one declared last hides those before.
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    float sum = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            sum += 1;
    Output[0] = float4(i, k, sum, 0);
    for (i = 5; i < 8; i++) sum += i;
    for (int i = 0; i < 4; ++i) { float i = 100; sum += i; }
    {
        for (int n = 0, m = 9; n < m; n++, m--) {}
        sum += n * 1000;
    }
    Output[1] = float4(i, sum, 0, 0);
}

technique11 Truth < float4 expect = float4(3, 2, 6, 0); float4 expect1 = float4(4, 5424, 0, 0); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
