// Textures and samplers of Direct3D 9: untyped textures, samplers as parameters, the tex* family.
texture Diffuse < string ResourceName = "wall.dds"; >;
texture2D Normal;
textureCUBE Environment;
TEXTURE Both;                       // read as a plane and as a cube
texture Ramp;                       // one dimension: a row of a plane
Texture2D Sprite;

sampler DiffuseSampler = sampler_state { texture = <Diffuse>; };
sampler2D NormalSampler = sampler_state { Texture = (Normal); };
samplerCUBE EnvironmentSampler = sampler_state { Texture = Environment; };
sampler BothSampler = sampler_state { Texture = <Both>; };
sampler1D RampSampler = sampler_state { Texture = <Ramp>; };
sampler2D SpriteSampler = sampler_state { Texture = <Sprite>; };
sampler DiffuseAgain = sampler_state { Texture = <Diffuse>; };
sampler s0 : register(s0);          // has no texture but its own
sampler2D layers[3] : register(s4);

float4 Blur(sampler2D source, float2 uv, float step)
{
    float4 sum = 0;
    for (int i = 0; i < 3; i++)
        sum += tex2D(source, uv + i * step);
    return sum / 3;
}

float4 Both2(sampler source, float2 uv) { return Blur(source, uv, 0.1) + tex2Dlod(source, float4(uv, 0, 1)); }

float4 Ramped(uniform sampler ramp, float t) { return tex1D(ramp, t) + tex1Dlod(ramp, float4(t, 0, 0, 2)); }

float4 PS(float2 uv : TEXCOORD0, float3 n : TEXCOORD1, float t : TEXCOORD2) : SV_Target
{
    float4 c = tex2D(DiffuseSampler, uv) + tex2D(NormalSampler, n) + tex2D(DiffuseAgain, t);
    c += texCUBE(EnvironmentSampler, n) + texCUBElod(BothSampler, float4(n, 2)) + tex2D(BothSampler, uv);
    c += tex2D(s0, uv) + tex2Dproj(s0, float4(uv, 1, 2)) + tex2Dbias(DiffuseSampler, uv.xyxy);
    c += tex2D(SpriteSampler, uv, ddx(uv), ddy(uv)) + tex2Dgrad(SpriteSampler, uv, n, n) + Sprite.Sample(SpriteSampler, uv);
    c += Blur(DiffuseSampler, uv, t) + Both2(s0, uv) + Both2(NormalSampler, uv) + Ramped(RampSampler, t);
    for (int i = 0; i < 3; i++)
        c += tex2D(layers[i], uv) + Blur(layers[i], uv, 1);
    sampler2D chosen = DiffuseSampler;
    c += tex2D(chosen, uv);
    chosen = layers[t + 1];
    return c + tex2D(chosen, uv) + tex2Dlod(chosen, uv.xyxy) + tex2D(layers[2], uv);
}

technique Main { pass P0 { PixelShader = compile ps_3_0 PS(); } }
