// The step of a loop means the loop's own variable, also where its body is another loop of the same name.
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    float count = 0;
    for (int k = 0; k < 2; k++)
        for (int k = 0; k < 4; k++)
            count++;
    for (int j = 0; j < 3; j++)
    {
        int j = 5;
        count += j * 10;
    }
    Output[0] = count;
}

technique11 Truth < float4 expect = float4(158, 158, 158, 158); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
