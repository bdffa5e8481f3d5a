// What every effect shares: camera and object transforms, vertex layouts, samplers, states and pass macros.
// Row vectors throughout: mul(v, M), left-handed, clip z 0..1, clockwise fronts.
#ifndef GLOBAL_FXH
#define GLOBAL_FXH

cbuffer GlobalBuffer
{
    matrix V;    // view_from_world
    matrix P;    // clip_from_view
    matrix VP;   // clip_from_world = V * P
    matrix VInv; // world_from_view; its last row is the eye
};

cbuffer TransformBuffer
{
    matrix W; // world_from_object
};

struct VertexTexture
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
};

struct VertexTextureNormalTangentBlend
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    float4 blendIndices : BLEND_INDICES;
    float4 blendWeights : BLEND_WEIGHTS;
};

// As above for vertices that up to eight joints move: the second set has the smaller weights.
struct VertexTextureNormalTangentBlend8
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    float4 blendIndices : BLEND_INDICES;
    float4 blendWeights : BLEND_WEIGHTS;
    float4 blendIndices1 : BLEND_INDICES1;
    float4 blendWeights1 : BLEND_WEIGHTS1;
};

// For instanced draws: the world matrix comes from the second vertex buffer, one an instance.
struct VertexMesh
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    uint instanceID : SV_INSTANCEID;
    matrix world : INST;
};

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

struct VertexModel8
{
    float4 position : POSITION;
    float2 uv : TEXCOORD;
    float3 normal : NORMAL;
    float3 tangent : TANGENT;
    float4 blendIndices : BLEND_INDICES;
    float4 blendWeights : BLEND_WEIGHTS;
    float4 blendIndices1 : BLEND_INDICES1;
    float4 blendWeights1 : BLEND_WEIGHTS1;
    uint instanceID : SV_INSTANCEID;
    matrix world : INST;
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
    Filter = MIN_MAG_MIP_POINT;
    AddressU = Wrap;
    AddressV = Wrap;
};

RasterizerState FillModeWireFrame
{
    FillMode = WireFrame;
};

RasterizerState FrontCounterClockwiseTrue
{
    FrontCounterClockwise = true;
};

RasterizerState CullModeNone
{
    CullMode = None;
};

BlendState AlphaBlend
{
    AlphaToCoverageEnable = false;
    BlendEnable[0] = true;
    SrcBlend[0] = SRC_ALPHA;
    DestBlend[0] = INV_SRC_ALPHA;
    BlendOp[0] = ADD;
    SrcBlendAlpha[0] = ONE;
    DestBlendAlpha[0] = ZERO;
    BlendOpAlpha[0] = ADD;
    RenderTargetWriteMask[0] = 15;
};

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

#define PASS_BS_VP(name, bs, vs, ps)                   \
pass name                                              \
{                                                      \
    SetBlendState(bs, float4(0, 0, 0, 0), 0xFF);       \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(CompileShader(ps_5_0, ps()));       \
}

#define PASS_RS_BS_VP(name, rs, bs, vs, ps)            \
pass name                                              \
{                                                      \
    SetRasterizerState(rs);                            \
    SetBlendState(bs, float4(0, 0, 0, 0), 0xFF);       \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(CompileShader(ps_5_0, ps()));       \
}

float3 CameraPosition()
{
    return VInv[3].xyz;
}

// A direction of length zero stays zero instead of becoming NaN. Scaled before it is squared: the cofactors of a
// model a millimetre high are too small for that.
float3 SafeNormalize(float3 v)
{
    float largest = max(max(abs(v.x), abs(v.y)), abs(v.z));
    return largest > 0.0f ? normalize(v / largest) : float3(0, 0, 0);
}

#endif
