// The shadow of one directional light: how a map of depths is drawn and how it is read.
//
// An effect whose models cast shadows has a technique `Shadow` with two passes, made by PASS_SHADOW_V (only depth) and
// PASS_SHADOW_VP (texels of little alpha are left out); its vertex shader multiplies by ShadowVP in place of VP. An
// effect that is shadowed multiplies the light of one side by ComputeShadow. Without a map, the program binds one texel
// that is as far as can be, and ShadowVP brings every point to (0, 0, 0, 1): everything is lit.
#ifndef SHADOW_FXH
#define SHADOW_FXH

#include "Global.fxh"

cbuffer ShadowBuffer
{
    matrix ShadowVP;    // clip space of the light from world space; orthographic, so w is 1
    float ShadowMapSize; // texels along a side
    float ShadowTexel;   // metres along the side of a texel; 0 without a map
    float2 ShadowPadding;
};

Texture2D ShadowMap;

SamplerComparisonState ShadowSampler
{
    Filter = COMPARISON_MIN_MAG_LINEAR_MIP_POINT;
    AddressU = Border;
    AddressV = Border;
    BorderColor = float4(1, 1, 1, 1); // lit around the map
    ComparisonFunc = LESS_EQUAL;
};

// Both sides cast, so that cloth without thickness does. DepthBias counts steps of the map's format: on D16_UNORM one
// is 2^-16 of the light camera's range of depth; on D32_FLOAT it is 2^(e - 23), with e the exponent of the greatest
// depth in the triangle, so 2^-24 to 2^-23 of the range in its further half and less in the nearer. SlopeScaledDepthBias
// times the slope counts texels: what the filter reaches around a point must not lie above it.
RasterizerState ShadowDepthBias
{
    CullMode = None;
    DepthBias = 16;
    SlopeScaledDepthBias = 2.0f;
};

#define PASS_SHADOW_V(name, vs)                        \
pass name                                              \
{                                                      \
    SetRasterizerState(ShadowDepthBias);               \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(NULL);                              \
}

#define PASS_SHADOW_VP(name, vs, ps)                   \
pass name                                              \
{                                                      \
    SetRasterizerState(ShadowDepthBias);               \
    SetVertexShader(CompileShader(vs_5_0, vs()));      \
    SetPixelShader(CompileShader(ps_5_0, ps()));       \
}

struct ShadowOutput
{
    float4 position : SV_POSITION;
    float2 uv : TEXCOORD;
};

ShadowOutput ShadowVertex(float4 worldPosition, float2 uv)
{
    ShadowOutput output;
    output.position = mul(worldPosition, ShadowVP);
    output.uv = uv;
    return output;
}

// The weights of two neighbouring texels in a cubic B-spline that is stretched to eight: those at `offset` and one
// further, in texels from the first of the middle two; `f` is where the point lies between these.
float2 PairWeights(float offset, float f)
{
    float2 x = abs(float2(offset, offset + 1.0f) - f) * 0.5f;
    float2 inner = (4.0f - 6.0f * x * x + 3.0f * x * x * x) / 6.0f;
    float2 rest = max(2.0f - x, 0.0f);
    float2 outer = rest * rest * rest / 6.0f;
    return 0.5f * float2(x.x < 1.0f ? inner.x : outer.x, x.y < 1.0f ? inner.y : outer.y);
}

// How much of the light reaches a point whose surface faces along `normal`: 0 in shadow, 1 in light.
//
// Eight by eight texels are compared by 16 samples: a bilinear comparison mixes four texels in any ratio that is a
// product, as the weights of a separable filter are. The result has no steps, wherever the point lies.
float ComputeShadow(float3 worldPosition, float3 normal, float3 toLight)
{
    // The more a surface turns away from the light, the further a texel's depth is from that of its neighbours.
    float facing = saturate(dot(normal, toLight));
    float away = ShadowTexel * (0.5f + 2.5f * sqrt(1.0f - facing * facing));
    float4 place = mul(float4(worldPosition + normal * away, 1.0f), ShadowVP);
    // What lies beyond the last caster is compared as if it lay there.
    float depth = saturate(place.z);
    float2 texel = (place.xy * float2(0.5f, -0.5f) + 0.5f) * ShadowMapSize - 0.5f;
    float2 first = floor(texel);
    float2 f = texel - first;

    // Most of a picture lies beside the map, where nothing casts, or faces away, where no light is to be lost: no row of
    // samples is taken there.
    bool isWithin = ShadowTexel > 0.0f && facing > 0.0f && all(abs(place.xy) < 1.0f);
    int rows = isWithin ? 4 : 0;
    float lit = isWithin ? 0.0f : 1.0f;
    [loop]
    for (int y = 0; y < rows; ++y)
    {
        float offsetY = float(y) * 2.0f - 3.0f;
        float2 weightY = PairWeights(offsetY, f.y);
        float sumY = weightY.x + weightY.y;
        float placeY = (first.y + offsetY + weightY.y / sumY + 0.5f) / ShadowMapSize;
        [unroll]
        for (int x = 0; x < 4; ++x)
        {
            float offsetX = float(x) * 2.0f - 3.0f;
            float2 weightX = PairWeights(offsetX, f.x);
            float sumX = weightX.x + weightX.y;
            float placeX = (first.x + offsetX + weightX.y / sumX + 0.5f) / ShadowMapSize;
            lit += sumX * sumY * ShadowMap.SampleCmpLevelZero(ShadowSampler, float2(placeX, placeY), depth);
        }
    }
    return lit;
}

#endif
