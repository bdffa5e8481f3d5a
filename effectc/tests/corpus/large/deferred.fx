// Geometry buffer with four targets, then lights added with stencil and blending (Direct3D 10 style).
matrix g_mWorld, g_mView, g_mProj; float3 g_vLightPos[8]; float4 g_vLightColor[8]; float g_fLightRange[8]; int g_nLights = 8; float2 g_vScreen;
Texture2D g_txDiffuse, g_txNormal; Texture2D g_txGBuffer[4];
SamplerState g_samAniso { Filter = ANISOTROPIC; AddressU = Wrap; AddressV = Wrap; MaxAnisotropy = 8; };
SamplerState g_samPoint { Filter = MIN_MAG_MIP_POINT; AddressU = Clamp; AddressV = Clamp; };
RasterizerState g_Cull[2] = { { CullMode = BACK; }, { CullMode = FRONT; FrontCounterClockwise = FALSE; } };
BlendState g_Additive { BlendEnable[0] = TRUE; SrcBlend = ONE; DestBlend = ONE; RenderTargetWriteMask[0] = 0x07; };
BlendState g_NoColor { RenderTargetWriteMask[0] = 0; };
DepthStencilState g_Mark { DepthEnable = TRUE; DepthWriteMask = ZERO; StencilEnable = TRUE; StencilWriteMask = 0x0F; FrontFaceStencilDepthFail = DECR; BackFaceStencilDepthFail = INCR; FrontFaceStencilFunc = ALWAYS; BackFaceStencilFunc = ALWAYS; };
DepthStencilState g_Lit { DepthEnable = FALSE; StencilEnable = TRUE; StencilReadMask = 0x0F; FrontFaceStencilFunc = NOT_EQUAL; BackFaceStencilFunc = NOT_EQUAL; };
struct VS_IN { float3 pos : POSITION; float3 nrm : NORMAL; float3 tan : TANGENT; float2 uv : TEXCOORD; };
struct GS_OUT { float4 pos : SV_POSITION; float3 wpos : WPOS; float3x3 tbn : TBN; float2 uv : TEXCOORD; };
GS_OUT GeometryVS(VS_IN i) { GS_OUT o; float4 w = mul(float4(i.pos, 1), g_mWorld); o.wpos = w; o.pos = mul(mul(w, g_mView), g_mProj); float3 n = mul(i.nrm, (float3x3)g_mWorld), t = mul(i.tan, (float3x3)g_mWorld); o.tbn = float3x3(t, cross(n, t), n); o.uv = i.uv; return o; }
struct GBUFFER { float4 albedo : SV_Target0; float4 normal : SV_Target1; float4 position : SV_Target2; float4 material : SV_Target3; };
GBUFFER GeometryPS(GS_OUT i, bool front : SV_IsFrontFace)
{
	GBUFFER g;
	g.albedo = g_txDiffuse.Sample(g_samAniso, i.uv);
	float3 n = g_txNormal.Sample(g_samAniso, i.uv) * 2 - 1;
	n = normalize(mul(n, i.tbn));
	if (!front) n = -n;
	g.normal = float4(n, 0);
	g.position = float4(i.wpos, 1);
	return g;
}
struct QUAD { float4 pos : SV_POSITION; float2 uv : TEXCOORD; };
QUAD QuadVS(uint id : SV_VertexID) { QUAD q; q.uv = float2((id << 1) & 2, id & 2); q.pos = float4(q.uv * float2(2, -2) + float2(-1, 1), 0, 1); return q; }
float4 LightPS(QUAD q, uniform int count) : SV_Target
{
	float3 albedo = g_txGBuffer[0].Sample(g_samPoint, q.uv), n = g_txGBuffer[1].Sample(g_samPoint, q.uv);
	float3 p = g_txGBuffer[2].SampleLevel(g_samPoint, q.uv, 0);
	float3 sum = 0;
	for (int i = 0; i < min(count, g_nLights); i++)
	{
		float3 l = g_vLightPos[i] - p;
		float d2 = dot(l, l), att = saturate(1 - d2 / (g_fLightRange[i] * g_fLightRange[i]));
		sum += albedo * g_vLightColor[i] * saturate(dot(n, l * rsqrt(d2))) * att * att;
	}
	return float4(sum, 1);
}
float4 VolumeVS(float4 p : POSITION) : SV_POSITION { return mul(mul(mul(p, g_mWorld), g_mView), g_mProj); }
RenderTargetView g_rtvGBuffer[4]; DepthStencilView g_dsv;
technique10 Fill { pass p0 { SetRenderTargets(g_rtvGBuffer[0], g_rtvGBuffer[1], g_rtvGBuffer[2], g_rtvGBuffer[3], g_dsv); SetVertexShader(CompileShader(vs_4_0, GeometryVS())); SetGeometryShader(NULL); SetPixelShader(CompileShader(ps_4_0, GeometryPS())); SetRasterizerState(g_Cull[0]); } }
technique10 Light
{
	pass Mark { SetVertexShader(CompileShader(vs_4_0, VolumeVS())); SetGeometryShader(NULL); SetPixelShader(NULL); SetDepthStencilState(g_Mark, 0); SetBlendState(g_NoColor, float4(0, 0, 0, 0), 0xffffffff); }
	pass Add { SetVertexShader(CompileShader(vs_4_0, QuadVS())); SetGeometryShader(NULL); SetPixelShader(CompileShader(ps_4_0, LightPS(4))); SetDepthStencilState(g_Lit, 0); SetBlendState(g_Additive, float4(0, 0, 0, 0), 0xffffffff); SetRasterizerState(g_Cull[1]); }
}
