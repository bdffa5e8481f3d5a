// Plain numbers and signed ones go into atomic operations on bytes as they do into those on `uint`s.
int Step = 3;
RWStructuredBuffer<float4> Output;
RWByteAddressBuffer Raw;

[numthreads(1, 1, 1)]
void CS()
{
    uint before, between, after;
    Raw.InterlockedAdd(4, Step, before);
    Raw.InterlockedAdd(4, 5, between);
    Raw.InterlockedCompareExchange(4, 8, 11, after);
    Output[0] = float4(before, between, after, Raw.Load(4));
    Raw.InterlockedMax(8, Step * 2);
    Raw.InterlockedOr(8, 1);
    Raw.InterlockedExchange(12, Step, before);
    Output[1] = float4(Raw.Load2(8), before, Raw.Load(16));
}

technique11 Truth < float4 expect = float4(0, 3, 8, 11); float4 expect1 = float4(7, 3, 0, 0); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
