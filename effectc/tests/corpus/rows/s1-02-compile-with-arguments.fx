// One function, many shaders: the arguments are part of each.
Texture2D gDiffuseMap;
SamplerState samAnisotropic { Filter = ANISOTROPIC; MaxAnisotropy = 4; AddressU = WRAP; AddressV = WRAP; };
cbuffer cbPerFrame { float3 gLightDir; float gFogStart; float gFogRange; float4 gFogColor; float3 gEyePosW; };
cbuffer cbPerObject { float4x4 gWorld; float4x4 gWorldViewProj; float4x4 gTexTransform; };
struct VertexIn { float3 PosL : POSITION; float3 NormalL : NORMAL; float2 Tex : TEXCOORD; };
struct VertexOut { float4 PosH : SV_POSITION; float3 PosW : POSITION; float3 NormalW : NORMAL; float2 Tex : TEXCOORD; };
VertexOut VS(VertexIn vin)
{
    VertexOut vout;
    vout.PosW = mul(float4(vin.PosL, 1.0f), gWorld).xyz;
    vout.NormalW = mul(vin.NormalL, (float3x3)gWorld);
    vout.PosH = mul(float4(vin.PosL, 1.0f), gWorldViewProj);
    vout.Tex = mul(float4(vin.Tex, 0.0f, 1.0f), gTexTransform).xy;
    return vout;
}
float4 PS(VertexOut pin, uniform int gLightCount, uniform bool gUseTexure, uniform bool gAlphaClip, uniform bool gFogEnabled) : SV_Target
{
    pin.NormalW = normalize(pin.NormalW);
    float3 toEye = gEyePosW - pin.PosW;
    float distToEye = length(toEye);
    float4 texColor = float4(1, 1, 1, 1);
    if (gUseTexure)
    {
        texColor = gDiffuseMap.Sample(samAnisotropic, pin.Tex);
        if (gAlphaClip) { clip(texColor.a - 0.1f); }
    }
    float4 litColor = texColor;
    if (gLightCount > 0)
    {
        float4 diffuse = float4(0, 0, 0, 0);
        [unroll]
        for (int i = 0; i < gLightCount; ++i) diffuse += saturate(dot(-gLightDir, pin.NormalW)) / gLightCount;
        litColor = texColor * diffuse;
    }
    if (gFogEnabled) litColor = lerp(litColor, gFogColor, saturate((distToEye - gFogStart) / gFogRange));
    litColor.a = texColor.a;
    return litColor;
}
technique11 Light1 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(1, false, false, false))); } }
technique11 Light2Tex { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(2, true, false, false))); } }
technique11 Light3TexClipFog { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(3, true, true, true))); } }
technique11 Light0TexAgain { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(1, false, false, false))); } }
