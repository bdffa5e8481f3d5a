#if OPENGL
	#define SV_POSITION POSITION
	#define VS_SHADERMODEL vs_3_0
	#define PS_SHADERMODEL ps_3_0
#else
	#define VS_SHADERMODEL vs_4_0_level_9_1
	#define PS_SHADERMODEL ps_4_0_level_9_1
#endif
#ifdef SM4
#define TECHNIQUE(name, vsname, psname ) \
	technique name { pass { VertexShader = compile vs_4_0_level_9_1 vsname (); PixelShader = compile ps_4_0_level_9_1 psname(); } }
#define BEGIN_CONSTANTS     cbuffer Parameters : register(b0) {
#define MATRIX_CONSTANTS    }; cbuffer ProjectionMatrix : register(b1) {
#define END_CONSTANTS       };
#define _vs(r)
#define _ps(r)
#define _cb(r)
#define DECLARE_TEXTURE(Name, index) \
    Texture2D<float4> Name : register(t##index); \
    sampler Name##Sampler : register(s##index)
#define SAMPLE_TEXTURE(Name, texCoord)  Name.Sample(Name##Sampler, texCoord)
#else
#define TECHNIQUE(name, vsname, psname ) \
	technique name { pass { VertexShader = compile vs_2_0 vsname (); PixelShader = compile ps_2_0 psname(); } }
#define BEGIN_CONSTANTS
#define MATRIX_CONSTANTS
#define END_CONSTANTS
#define _vs(r)  : register(vs, r)
#define _ps(r)  : register(ps, r)
#define _cb(r)
#define DECLARE_TEXTURE(Name, index) \
    texture2D Name; \
    sampler Name##Sampler : register(s##index) = sampler_state { Texture = (Name); };
#define SAMPLE_TEXTURE(Name, texCoord)  tex2D(Name##Sampler, texCoord)
#endif
matrix WorldViewProjection;
Texture2D SpriteTexture;
sampler2D SpriteTextureSampler = sampler_state
{
	Texture = <SpriteTexture>;
};
DECLARE_TEXTURE(Diffuse, 1);
BEGIN_CONSTANTS
    float4 DiffuseColor             _vs(c0) _ps(c1) _cb(c0);
    float3 FogVector                _vs(c5)         _cb(c14) = {0, 0, 1};
MATRIX_CONSTANTS
    float4x4 WorldViewProj          _vs(c15)        _cb(c0);
END_CONSTANTS
struct VertexShaderOutput { float4 Position : SV_POSITION; float4 Color : COLOR0; float2 TextureCoordinates : TEXCOORD0; };
VertexShaderOutput MainVS(in float4 p : POSITION0) { VertexShaderOutput output = (VertexShaderOutput)0; output.Position = mul(p, WorldViewProjection); return output; }
float4 MainPS(VertexShaderOutput input) : COLOR { return tex2D(SpriteTextureSampler, input.TextureCoordinates) * input.Color + SAMPLE_TEXTURE(Diffuse, input.TextureCoordinates) * DiffuseColor; }
technique SpriteDrawing { pass P0 { PixelShader = compile PS_SHADERMODEL MainPS(); } };
TECHNIQUE(Basic, MainVS, MainPS);
technique BasicColorDrawing { pass P0 { VertexShader = compile VS_SHADERMODEL MainVS(); PixelShader = compile PS_SHADERMODEL MainPS(); AlphaBlendEnable = TRUE; SrcBlend = SrcAlpha; DestBlend = InvSrcAlpha; CullMode = None; ZEnable = False; } };
