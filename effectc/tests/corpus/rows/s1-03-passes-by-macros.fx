// Passes written by macros, as an engine's shared header has them.
#define PASS_VP(name, vs, ps)                               \
pass name                                                   \
{                                                           \
	SetVertexShader(CompileShader(vs_5_0, vs()));           \
	SetPixelShader(CompileShader(ps_5_0, ps()));            \
}
#define PASS_RS_VP(name, rs, vs, ps)                        \
pass name                                                   \
{                                                           \
	SetRasterizerState(rs);                                 \
	SetVertexShader(CompileShader(vs_5_0, vs()));           \
	SetPixelShader(CompileShader(ps_5_0, ps()));            \
}
#define PASS_BS_VP(name, bs, vs, ps)                        \
pass name                                                   \
{                                                           \
	SetBlendState(bs, float4(0, 0, 0, 0), 0xFF);            \
	SetVertexShader(CompileShader(vs_5_0, vs()));           \
	SetPixelShader(CompileShader(ps_5_0, ps()));            \
}
RasterizerState FillModeWireFrame { FillMode = Wireframe; };
BlendState AdditiveBlend { BlendEnable[0] = true; SrcBlend[0] = One; DestBlend[0] = One; BlendOp[0] = ADD; SrcBlendAlpha[0] = One; DestBlendAlpha[0] = Zero; BlendOpAlpha[0] = Add; RenderTargetWriteMask[0] = 15; };
matrix World; matrix View; matrix Projection;
struct VertexOutput { float4 position : SV_POSITION; };
VertexOutput VS(float4 position : POSITION) { VertexOutput output; output.position = mul(position, World); output.position = mul(output.position, View); output.position = mul(output.position, Projection); return output; }
float4 PS(VertexOutput input) : SV_TARGET { return float4(1, 1, 1, 1); }
technique11 T0
{
	PASS_VP(P0, VS, PS)
	PASS_RS_VP(P1, FillModeWireFrame, VS, PS)
	PASS_BS_VP(P2, AdditiveBlend, VS, PS)
};
