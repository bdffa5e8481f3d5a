// A chain of full-screen passes: bright pass, separable blur, tone mapping, colour grading, vignette.
float2 PixelSize; float Exposure < string UIWidget = "slider"; float UIMin = 0; float UIMax = 8; > = 1.2; float BloomAmount = 0.6; float3 LumWeights = { 0.2125, 0.7154, 0.0721 }; float3x3 Grade = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
Texture2D SceneTex < string source = "scene"; >; Texture2D BloomTex; Texture3D LutTex; Texture2D<float> LumTex;
sampler LinearSamp = sampler_state { Filter = MIN_MAG_MIP_LINEAR; AddressU = CLAMP; AddressV = CLAMP; };
SamplerState PointSamp { Filter = MIN_MAG_MIP_POINT; };
static const int KERNEL = 7; static const float Weights[KERNEL] = { 0.03, 0.11, 0.22, 0.28, 0.22, 0.11, 0.03 };
struct V2P { float4 Position : SV_Position; float2 UV : TEXCOORD0; };
V2P FullscreenVS(float4 p : POSITION, float2 uv : TEXCOORD0) { V2P o = (V2P)0; o.Position = p; o.UV = uv + 0.5 * PixelSize; return o; }
float Luminance(float3 c) { return dot(c, LumWeights); }
float3 Filmic(float3 x) { const float A = 0.22, B = 0.30, C = 0.10, D = 0.20, E = 0.01, F = 0.30; return ((x*(A*x+C*B)+D*E)/(x*(A*x+B)+D*F))-E/F; }
float4 BrightPS(V2P i, uniform float threshold) : SV_Target0 { float4 c = SceneTex.Sample(LinearSamp, i.UV); c.rgb *= saturate((Luminance(c) - threshold) / (1 - threshold)); return c; }
float4 BlurPS(V2P i, uniform bool horizontal) : SV_Target0
{
	float4 sum = 0;
	float2 dir = horizontal ? float2(PixelSize.x, 0) : float2(0, PixelSize.y);
	for (int k = 0; k < KERNEL; k++) sum += BloomTex.Sample(LinearSamp, i.UV + dir * (k - KERNEL / 2)) * Weights[k];
	return sum;
}
float4 CombinePS(V2P i) : SV_Target0
{
	float3 c = SceneTex.Sample(LinearSamp, i.UV).rgb + BloomAmount * BloomTex.Sample(LinearSamp, i.UV);
	float avg = exp(LumTex.Load(int3(0, 0, 0)));
	c *= Exposure / max(avg, 0.001);
	c = Filmic(c) / Filmic(11.2);
	c = mul(Grade, c);
	uint w, h, d; LutTex.GetDimensions(w, h, d);
	c = LutTex.SampleLevel(LinearSamp, saturate(c) * (w - 1.0) / w + 0.5 / w, 0).rgb;
	float2 v = i.UV * 2 - 1;
	return float4(pow(c, 1 / 2.2) * (1 - dot(v, v) * 0.25), 1);
}
technique Bright { pass { VertexShader = compile vs_5_0 FullscreenVS(); PixelShader = compile ps_5_0 BrightPS(0.8); } }
technique BlurH { pass { VertexShader = compile vs_5_0 FullscreenVS(); PixelShader = compile ps_5_0 BlurPS(true); } }
technique BlurV { pass { VertexShader = compile vs_5_0 FullscreenVS(); PixelShader = compile ps_5_0 BlurPS(false); } }
technique11 Combine { pass P0 { SetVertexShader(CompileShader(vs_5_0, FullscreenVS())); SetPixelShader(CompileShader(ps_5_0, CombinePS())); } }
