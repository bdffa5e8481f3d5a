// Constants are computed as `float`s: 0.1 + 0.2 is 0.3, and 16777217 is 16777216.
static const float2 TENTHS = float2(0.1, 0.2);
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(TENTHS.x + TENTHS.y == 0.3, 16777217.0 == 16777216.0, 4.0 * (any(float2(1, 0)) ? 3 : 7), TENTHS.x);
}

technique11 Truth < float4 expect = float4(1, 1, 12, 0.1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
