// `GatherCmp` compares the four texels around a place.
Texture2D<float> Shadow;
SamplerComparisonState Compare
{
    Filter = COMPARISON_MIN_MAG_MIP_POINT;
    ComparisonFunc = LESS_EQUAL;
    AddressU = CLAMP;
    AddressV = CLAMP;
};
float2 At = float2(0.5, 0.5);
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = Shadow.GatherCmp(Compare, At, 0.375);
    Output[1] = Shadow.GatherCmpRed(Compare, At, 0.25);
    Output[2] = Shadow.GatherCmp(Compare, At, 0.125, int2(1, 0));
}

technique11 Truth <
    float4 expect = float4(0, 0, 0, 0);
    float4 expect1 = float4(1, 1, 1, 1);
    float4 expect2 = float4(1, 1, 1, 1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
