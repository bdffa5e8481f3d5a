// Direct3D 9's samplers and tex* functions: a texture that the sampler names, and one of the sampler's own.
texture Map;
sampler MapSampler = sampler_state { Texture = <Map>; MinFilter = POINT; MagFilter = POINT; };
sampler Own : register(s1);

float4 VS(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1); }

float4 Read(sampler source, float2 uv) { return tex2D(source, uv); }

float4 PS() : SV_Target
{
    return Read(MapSampler, float2(0.4, 0.65)) + 10 * tex2Dproj(Own, float4(1.8, 0.2, 0, 2))
        + 100 * tex2Dlod(MapSampler, float4(0.6, 0.1, 0, 0));
}

technique10 Truth < float4 expect = float4(57.75, 0.5, 27.75, 111); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_4_0, VS()));
        SetPixelShader(CompileShader(ps_4_0, PS()));
    }
}
