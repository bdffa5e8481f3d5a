// The whole tex2D family, with samplers as parameters, in both shader kinds.
texture2D Height; sampler2D HeightSampler = sampler_state { Texture = <Height>; MinFilter = Point; MagFilter = Point; MipFilter = None; AddressU = Clamp; AddressV = Clamp; };
texture Env; samplerCUBE EnvSampler = sampler_state { Texture = <Env>; };
sampler Plain : register(s3);
texture1D Ramp; sampler1D RampSampler = sampler_state { Texture = <Ramp>; };
float2 Texel;
float4 Blur(sampler2D s, float2 uv) { float4 c = 0; for (int i = -2; i <= 2; i++) c += tex2D(s, uv + i * Texel); return c / 5; }
float Level(sampler s, float2 uv) { return tex2Dlod(s, float4(uv, 0, 1)).r; }
float4 VS(float4 p : POSITION, float2 uv : TEXCOORD, out float2 ouv : TEXCOORD) : POSITION { p.y += tex2Dlod(HeightSampler, float4(uv, 0, 0)).x + Level(HeightSampler, uv); ouv = uv; return p; }
float4 PS(float2 uv : TEXCOORD) : COLOR
{
    float4 c = tex2D(HeightSampler, uv) + tex2D(HeightSampler, uv, ddx(uv), ddy(uv)) + tex2Dbias(HeightSampler, float4(uv, 0, -1));
    c += tex2Dproj(HeightSampler, float4(uv, 0, 2)) + tex2Dgrad(HeightSampler, uv, ddx(uv), ddy(uv));
    c += texCUBElod(EnvSampler, float4(1, 0, 0, 2)) + texCUBE(EnvSampler, float3(uv, 1)) + texCUBEbias(EnvSampler, float4(uv, 1, 1));
    return c + Blur(HeightSampler, uv) + tex1D(RampSampler, uv.x) + tex2D(Plain, uv);
}
technique T { pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); } }
