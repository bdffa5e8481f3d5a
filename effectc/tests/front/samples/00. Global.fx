#ifndef _GLOBAL_FX_
#define _GLOBAL_FX_

// The buffers and vertices that every effect shares.

#define MAX_MODEL_TRANSFORMS 250
#define MAX_MODEL_KEYFRAMES 500

cbuffer GlobalBuffer
{
	matrix V;
	matrix P;
	matrix VP;
	matrix VInv;
};

cbuffer TransformBuffer
{
	matrix W;
};

struct VertexTextureNormalTangentBlend
{
	float4 position : POSITION;
	float2 uv : TEXCOORD;
	float3 normal : NORMAL;
	float3 tangent : TANGENT;
	float4 blendIndices : BLEND_INDICES;
	float4 blendWeights : BLEND_WEIGHTS;
}

struct MeshOutput
{
	float4 position : SV_POSITION;
	float3 worldPosition : POSITION1;
	float2 uv : TEXCOORD;
	float3 normal : NORMAL;
	float3 tangent : TANGENT;
};

SamplerState LinearSampler
{
	Filter = MIN_MAG_MIP_LINEAR;
	AddressU = Wrap;
	AddressV = WRAP;
};

SamplerState PointSampler
{
	Filter = MIN_MAG_MIP_Point;
	BorderColor = float4(0, 0, 0, 1e5f);
	AddressU = wrap;
}

RasterizerState FillModeWireFrame
{
	FillMode = WireFrame;
};

RasterizerState FrontCounterClockwiseTrue
{
	FrontCounterClockWise = TRUE;
};

BlendState AlphaBlend
{
	AlphaToCoverageEnable = false;
	BlendEnable[0] = true;
	SrcBlend[0] = SRC_ALPHA;
	DestBlend[0] = INV_SRC_ALPHA;
	BlendOp[0] = ADD;
	RenderTargetWriteMask[0] = 0x0F;
};

DepthStencilState NoDepthWrites { DepthEnable = TRUE; DepthWriteMask = 0; };

#define PASS_VP(name, vs, ps)							\
pass name												\
{														\
	SetVertexShader(CompileShader(vs_5_0, vs()));		\
	SetPixelShader(CompileShader(ps_5_0, ps()));		\
}

#define PASS_RS_VP(name, rs, vs, ps)					\
pass name												\
{														\
	SetRasterizerState(rs);								\
	SetVertexShader(CompileShader(vs_5_0, vs()));		\
	SetPixelShader(CompileShader(ps_5_0, ps()));		\
}

#define PASS_BS_VP(name, bs, vs, ps)                    \
pass name                                               \
{                                                       \
	SetBlendState(bs, float4(0, 0, 0, 0), 0xFF);        \
	SetVertexShader(CompileShader(vs_5_0, vs()));       \
	SetPixelShader(CompileShader(ps_5_0, ps()));        \
}

float3 CameraPosition()
{
	return VInv._41_42_43;
}

#endif
