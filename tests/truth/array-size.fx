// Any constant is the size of an array: a member of a constant buffer, a `const` global, an expression of them.
cbuffer Sizes
{
    static const int Radius = 2;
    float4 Weight = float4(1, 2, 3, 4);
};
const int Extra = 1;
RWStructuredBuffer<float4> Output;
groupshared float Shared[2 * Radius + Extra];

[numthreads(1, 1, 1)]
void CS()
{
    float locals[Radius + 1] = { 5, 6, 7 };
    float sum = 0;
    [unroll] for (int i = 0; i < 2 * Radius + 1; i++)
    {
        Shared[i] = i;
        sum += Shared[i];
    }
    Output[0] = float4(sum, locals[Radius], Weight.y, Shared[4]);
}

technique11 Truth < float4 expect = float4(10, 7, 2, 4); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
