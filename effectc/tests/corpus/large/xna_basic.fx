// A basic lit effect in the dialect of XNA and MonoGame, written through macros, with permutations in arrays.
#include "Macros.fxh"
DECLARE_TEXTURE(Texture, 0);
DECLARE_CUBEMAP(EnvironmentMap, 1);
BEGIN_CONSTANTS
    float4 DiffuseColor             _vs(c0)  _ps(c1)  _cb(c0);
    float3 EmissiveColor            _vs(c1)  _ps(c2)  _cb(c1);
    float3 SpecularColor            _vs(c2)  _ps(c3)  _cb(c2);
    float  SpecularPower            _vs(c3)  _ps(c4)  _cb(c2.w);
    float3 DirLight0Direction       _vs(c4)  _ps(c5)  _cb(c3);
    float3 DirLight0DiffuseColor    _vs(c5)  _ps(c6)  _cb(c4);
    float3 DirLight1Direction       _vs(c7)  _ps(c8)  _cb(c6);
    float3 DirLight1DiffuseColor    _vs(c8)  _ps(c9)  _cb(c7);
    float3 EyePosition              _vs(c13) _ps(c14) _cb(c12);
    float3 FogColor                          _ps(c0)  _cb(c13);
    float4 FogVector                _vs(c14)          _cb(c14);
    float4x4 World                  _vs(c19)          _cb(c15);
    float3x3 WorldInverseTranspose  _vs(c23)          _cb(c19);
    float4x3 Bones[72]              _vs(c26)          _cb(c26);
MATRIX_CONSTANTS
    float4x4 WorldViewProj          _vs(c15)          _cb(c0);
END_CONSTANTS
struct VSInputNmTx { float4 Position : POSITION; float3 Normal : NORMAL; float2 TexCoord : TEXCOORD0; };
struct VSInputNmTxWeights { float4 Position : SV_Position; float3 Normal : NORMAL; float2 TexCoord : TEXCOORD0; int4 Indices : BLENDINDICES0; float4 Weights : BLENDWEIGHT0; };
struct VSOutputPixelLightingTx { float4 PositionPS : SV_Position; float2 TexCoord : TEXCOORD0; float4 PositionWS : TEXCOORD1; float3 NormalWS : TEXCOORD2; float4 Diffuse : COLOR0; };
struct ColorPair { float3 Diffuse; float3 Specular; };
ColorPair ComputeLights(float3 eyeVector, float3 worldNormal, uniform int numLights)
{
    float3x3 lightDirections = 0;
    float3x3 lightDiffuse = 0;
    float3x3 halfVectors = 0;
    [unroll]
    for (int i = 0; i < numLights; i++)
    {
        lightDirections[i] = float3x3(DirLight0Direction, DirLight1Direction, DirLight1Direction)[i];
        lightDiffuse[i] = float3x3(DirLight0DiffuseColor, DirLight1DiffuseColor, DirLight1DiffuseColor)[i];
        halfVectors[i] = normalize(eyeVector - lightDirections[i]);
    }
    float3 dotL = mul(-lightDirections, worldNormal);
    float3 dotH = mul(halfVectors, worldNormal);
    float3 zeroL = step(float3(0, 0, 0), dotL);
    float3 diffuse = zeroL * dotL;
    float3 specular = pow(max(dotH, 0) * zeroL, SpecularPower);
    ColorPair result;
    result.Diffuse = mul(diffuse, lightDiffuse) * DiffuseColor.rgb + EmissiveColor;
    result.Specular = mul(specular, lightDiffuse) * SpecularColor;
    return result;
}
void ApplyFog(inout float4 color, float fogFactor) { color.rgb = lerp(color.rgb, FogColor * color.a, fogFactor); }
void Skin(inout VSInputNmTxWeights vin, uniform int boneCount)
{
    float4x3 skinning = 0;
    [unroll]
    for (int i = 0; i < boneCount; i++) { skinning += Bones[vin.Indices[i]] * vin.Weights[i]; }
    vin.Position.xyz = mul(vin.Position, skinning);
    vin.Normal = mul(vin.Normal, (float3x3)skinning);
}
VSOutputPixelLightingTx VSBasic(VSInputNmTx vin)
{
    VSOutputPixelLightingTx vout;
    vout.PositionPS = mul(vin.Position, WorldViewProj);
    vout.PositionWS = float4(mul(vin.Position, World).xyz, saturate(dot(vin.Position, FogVector)));
    vout.NormalWS = normalize(mul(vin.Normal, WorldInverseTranspose));
    vout.Diffuse = float4(1, 1, 1, DiffuseColor.a);
    vout.TexCoord = vin.TexCoord;
    return vout;
}
VSOutputPixelLightingTx VSSkinnedFour(VSInputNmTxWeights vin)
{
    Skin(vin, 4);
    VSInputNmTx plain; plain.Position = vin.Position; plain.Normal = vin.Normal; plain.TexCoord = vin.TexCoord;
    return VSBasic(plain);
}
float4 PSBasic(VSOutputPixelLightingTx pin) : SV_Target0
{
    float4 color = SAMPLE_TEXTURE(Texture, pin.TexCoord) * pin.Diffuse;
    float3 eyeVector = normalize(EyePosition - pin.PositionWS.xyz);
    float3 worldNormal = normalize(pin.NormalWS);
    ColorPair lightResult = ComputeLights(eyeVector, worldNormal, 2);
    color.rgb *= lightResult.Diffuse;
    color.rgb += lightResult.Specular * color.a + SAMPLE_CUBEMAP(EnvironmentMap, reflect(-eyeVector, worldNormal)).rgb * 0.1;
    ApplyFog(color, pin.PositionWS.w);
    return color;
}
VertexShader VSArray[2] = { compile vs_2_0 VSBasic(), compile vs_2_0 VSSkinnedFour() };
PixelShader PSArray[1] = { compile ps_2_0 PSBasic() };
int ShaderIndex = 0;
Technique Permutations { Pass { VertexShader = (VSArray[ShaderIndex]); PixelShader = (PSArray[0]); } }
TECHNIQUE(Basic, VSBasic, PSBasic);
