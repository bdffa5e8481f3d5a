// Places that threads do not share, casts to arrays without a size, indices past the end, what Vulkan has no word for.
float4x4 World; float2 Size; float Weights[4];
RWStructuredBuffer<uint> Counts;
static const int Row = 4;
float4 PS(float4 p : SV_Position) : SV_Target
{
    uint count = 0, before;
    InterlockedAdd(count, 1);
    InterlockedMax(Counts[0] + 1, 2, before);
    float a[3] = (float[])p.xyz;
    float4 row = World[23] + World[Row] + World[-1];
    row.x += p[4] + Weights[4] + World[1][5];
    uint samples = GetRenderTargetSampleCount();
    float2 place = GetRenderTargetSamplePosition(1);
    return row + a[0] + samples + place.x;
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
