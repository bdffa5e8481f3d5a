// `Append` takes the number before it adds 1, `Consume` the one after it subtracts 1; every buffer has its own.
RWStructuredBuffer<float4> Output;
AppendStructuredBuffer<float> Up;
ConsumeStructuredBuffer<float2> Down;
RWStructuredBuffer<uint> Counted;

[numthreads(1, 1, 1)]
void CS()
{
    uint first = Counted.IncrementCounter();
    uint second = Counted.IncrementCounter();
    uint third = Counted.DecrementCounter();
    Output[0] = float4(first, second, third, Counted.IncrementCounter());
    Up.Append(5);
    Up.Append(6);
}

technique11 Truth < float4 expect = float4(0, 1, 1, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
