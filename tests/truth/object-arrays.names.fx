// What the function that chooses calls its parameters hides no object.
texture Map;
sampler value0[2] =
{
    sampler_state { Texture = <Map>; AddressU = CLAMP; MinFilter = POINT; MagFilter = POINT; },
    sampler_state { Texture = <Map>; AddressU = WRAP; MinFilter = POINT; MagFilter = POINT; },
};
RWStructuredBuffer<float4> Output;

[numthreads(2, 1, 1)]
void CS(uint id : SV_GroupIndex) { Output[id] = tex2Dlod(value0[id], float4(1.1, 0.1, 0, 0)); }

technique11 Truth < float4 expect = float4(0.75, 0, 0.25, 1); float4 expect1 = float4(0, 0, 0.25, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
