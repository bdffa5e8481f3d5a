// The offset of `Load` may be anything; the HLSL compiler makes one of it that Vulkan only has for constants.
Texture2D Map;
RWStructuredBuffer<float4> Output;

[numthreads(3, 1, 1)]
void CS(uint id : SV_GroupIndex) { Output[id] = Map.Load(int3(1, 2, 0), int2(id, 1)); }

technique11 Truth
<
    float4 expect = float4(0.25, 0.75, 0.25, 1);
    float4 expect1 = float4(0.5, 0.75, 0.25, 1);
    float4 expect2 = float4(0.75, 0.75, 0.25, 1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
