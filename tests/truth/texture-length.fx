// `Length` of a texture is its size, which the HLSL compiler does not know.
Texture2D Map;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS() { Output[0] = float4(Map.Length, 1, 2); }

technique11 Truth < float4 expect = float4(4, 4, 1, 2); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
