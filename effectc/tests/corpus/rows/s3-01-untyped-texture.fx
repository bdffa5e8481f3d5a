// `texture T;` says no shape: the samplers that use it do.
texture Diffuse; texture2D Normal; Texture Cube; TEXTURE Volume;
sampler2D DiffuseSampler = sampler_state { Texture = <Diffuse>; };
sampler NormalSampler = sampler_state { texture = (Normal); minfilter = point; };
samplerCUBE CubeSampler = sampler_state { Texture = <Cube>; };
sampler3D VolumeSampler = sampler_state { Texture = <Volume>; };
float4 VS(float4 p : POSITION, float2 uv : TEXCOORD0, out float2 o : TEXCOORD0) : POSITION { o = uv; return p; }
float4 PS(float2 uv : TEXCOORD0) : COLOR
{
    float3 n = tex2D(NormalSampler, uv) * 2 - 1;
    return tex2D(DiffuseSampler, uv) + texCUBE(CubeSampler, n) + tex3D(VolumeSampler, n);
}
technique T { pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); } }
