// A constant inside a cbuffer as the size of group memory, and a texture's Length.
cbuffer Settings { static const int gBlurRadius = 5; float gWeights[11] = { 0.05f, 0.05f, 0.1f, 0.1f, 0.1f, 0.2f, 0.1f, 0.1f, 0.1f, 0.05f, 0.05f }; };
Texture2D gInput; RWTexture2D<float4> gOutput;
#define N 256
#define CacheSize (N + 2*gBlurRadius)
groupshared float4 gCache[CacheSize];
[numthreads(N, 1, 1)]
void HorzBlurCS(int3 groupThreadID : SV_GroupThreadID, int3 dispatchThreadID : SV_DispatchThreadID)
{
    if (groupThreadID.x < gBlurRadius) { int x = max(dispatchThreadID.x - gBlurRadius, 0); gCache[groupThreadID.x] = gInput[int2(x, dispatchThreadID.y)]; }
    if (groupThreadID.x >= N - gBlurRadius) { int x = min(dispatchThreadID.x + gBlurRadius, gInput.Length.x - 1); gCache[groupThreadID.x + 2 * gBlurRadius] = gInput[int2(x, dispatchThreadID.y)]; }
    gCache[groupThreadID.x + gBlurRadius] = gInput[min(dispatchThreadID.xy, gInput.Length.xy - 1)];
    GroupMemoryBarrierWithGroupSync();
    float4 blurColor = float4(0, 0, 0, 0);
    [unroll] for (int i = -gBlurRadius; i <= gBlurRadius; ++i) { int k = groupThreadID.x + gBlurRadius + i; blurColor += gWeights[i + gBlurRadius] * gCache[k]; }
    gOutput[dispatchThreadID.xy] = blurColor;
}
technique11 HorzBlur { pass P0 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, HorzBlurCS())); } }
