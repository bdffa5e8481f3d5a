// `IncrementCounter` gives the number before it adds 1, `DecrementCounter` the number after it subtracts 1.
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    // The counter is no part of the buffer.
    Output[0] = 5;
    uint a = Output.IncrementCounter();
    uint b = Output.IncrementCounter();
    uint c = Output.DecrementCounter();
    uint d = Output.IncrementCounter();
    Output[0] = float4(a, b, c, d);
}

technique11 Truth < float4 expect = float4(0, 1, 1, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
