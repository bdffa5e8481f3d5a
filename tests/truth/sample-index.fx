// `Picture.sample[index][texel]` is one sample of a texel.
Texture2DMS<float4, 4> Picture;
int Index = 2;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS(uint3 id : SV_DispatchThreadID)
{
    Output[0] = Picture.sample[Index][id.xy + 1];
    Output[1] = Picture.sample[1][uint2(0, 0)].wzyx + Picture[id.xy];
}

technique11 Truth < float4 expect = float4(0.25, 0.5, 0.75, 1); float4 expect1 = float4(1.25, 1.25, 1.25, 1.25); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
