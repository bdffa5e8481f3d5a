#ifndef _COURSE_GLOBAL_FX_
#define _COURSE_GLOBAL_FX_

cbuffer GlobalBuffer
{
    matrix V;
    matrix P;
    matrix VP;
    matrix VInv;
};

struct LightDesc
{
    float4 ambient;
    float4 diffuse;
    float4 specular;
    float4 emissive;
    float3 direction;
    float padding;
};

struct MaterialDesc
{
    float4 ambient;
    float4 diffuse;
    float4 specular;
    float4 emissive;
};

cbuffer LightBuffer
{
    LightDesc GlobalLight;
};

cbuffer MaterialBuffer
{
    MaterialDesc Material;
};

float4 RimColor = { 0.9f, 0.35f, 0.1f, 0.0f };

Texture2D DiffuseMap;

struct VertexModel
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    float4 blendIndices : BLEND_INDICES;
    float4 blendWeights : BLEND_WEIGHTS;

    uint instanceID : SV_INSTANCEID;
    matrix world : INST;
};

struct MeshOutput
{
    float4 position : SV_POSITION;
    float3 worldPosition : POSITION1;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
};

SamplerState LinearSampler
{
    Filter = MIN_MAG_MIP_LINEAR;
    AddressU = Wrap;
    AddressV = Wrap;
};

RasterizerState FillModeWireFrame
{
    FillMode = WireFrame;
};

float3 CameraPosition()
{
    return VInv._41_42_43;
}

#define PASS_VP(name, vs, ps)                          \
pass name                                              \
{                                                      \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(CompileShader(ps_5_0, ps()));       \
}

#define PASS_RS_VP(name, rs, vs, ps)                   \
pass name                                              \
{                                                      \
    SetRasterizerState(rs);                            \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(CompileShader(ps_5_0, ps()));       \
}

#endif
