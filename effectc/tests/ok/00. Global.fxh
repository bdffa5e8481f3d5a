#ifndef _GLOBAL_FXH_
#define _GLOBAL_FXH_

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
	AddressV = Wrap;
};

SamplerState PointSampler
{
	Filter = MIN_MAG_MIP_Point;
	AddressU = WRAP;
	AddressV = WRAP;
};

RasterizerState FillModeWireFrame
{
	FillMode = Wireframe;
};

#define PASS_VP(name, vs, ps)						\
pass name											\
{													\
	SetVertexShader(CompileShader(vs_5_0, vs()));	\
	SetPixelShader(CompileShader(ps_5_0, ps()));	\
}

#define PASS_RS_VP(name, rs, vs, ps)				\
pass name											\
{													\
	SetRasterizerState(rs);							\
	SetVertexShader(CompileShader(vs_5_0, vs()));	\
	SetPixelShader(CompileShader(ps_5_0, ps()));	\
}

float3 CameraPosition()
{
	return VInv._41_42_43;
}

#endif
