// A sprite effect as MonoGame's template has it.
#if OPENGL
	#define SV_POSITION POSITION
	#define VS_SHADERMODEL vs_3_0
	#define PS_SHADERMODEL ps_3_0
#else
	#define VS_SHADERMODEL vs_4_0_level_9_1
	#define PS_SHADERMODEL ps_4_0_level_9_1
#endif
Texture2D SpriteTexture;
sampler2D SpriteTextureSampler = sampler_state
{
	Texture = <SpriteTexture>;
};
sampler ScreenS : register(s1);
float Amount = 0.5; bool Invert;
struct VertexShaderOutput
{
	float4 Position : SV_POSITION;
	float4 Color : COLOR0;
	float2 TextureCoordinates : TEXCOORD0;
};
float4 MainPS(VertexShaderOutput input) : COLOR
{
	float4 c = tex2D(SpriteTextureSampler,input.TextureCoordinates) * input.Color;
	float grey = dot(c.rgb, float3(0.3, 0.59, 0.11));
	c.rgb = lerp(c, grey, Amount);
	if (Invert) c.rgb = c.a - c.rgb;
	return c;
}
float4 WavePS(float4 position : SV_Position, float4 color : COLOR0, float2 uv : TEXCOORD0) : SV_TARGET0 { uv.x += sin(uv.y * 20) * Amount * 0.1; return tex2D(ScreenS, uv) * color; }
technique SpriteDrawing
{
	pass P0
	{
		PixelShader = compile PS_SHADERMODEL MainPS();
	}
};
technique Wave { pass P0 { AlphaBlendEnable = TRUE; DestBlend = INVSRCALPHA; SrcBlend = ONE; PixelShader = compile PS_SHADERMODEL WavePS(); } }
