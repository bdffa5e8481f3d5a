// The shadow of one directional light: how a map of depths is drawn and how it is read.
//
// An effect whose models cast shadows has a technique `Shadow` with two passes, made by PASS_SHADOW_V (only depth) and
// PASS_SHADOW_VP (texels of little alpha are left out); its vertex shader multiplies by ShadowVP in place of VP. An
// effect that is shadowed multiplies the light of one side by ComputeShadow. Without a map, the program binds one texel
// that is as far as can be, and ShadowVP brings every point to (0, 0, 0, 1): everything is lit.
#ifndef SHADOW_FXH
#define SHADOW_FXH

#include "Global.fxh"
#include "Scene.fxh"

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

// A cubic B-spline of four values, each `x` >= 0 away from its middle; it ends at 2.
float4 CubicSpline(float4 x)
{
    float4 inner = (4.0f - 6.0f * x * x + 3.0f * x * x * x) / 6.0f;
    float4 rest = max(2.0f - x, 0.0f);
    return x < 1.0f ? inner : rest * rest * rest / 6.0f;
}

// Eight neighbouring texels along one axis in four pairs, weighted by a cubic B-spline that is stretched to eight: the
// sum of the weights of each pair, and in `offset` where between the two a bilinear sample mixes them by their weights,
// in texels from the first of the middle two; `f` is where the point lies between these.
float4 PairWeights(float f, out float4 offset)
{
    float4 first = float4(-3.0f, -1.0f, 1.0f, 3.0f);
    float4 a = CubicSpline(abs(first - f) * 0.5f);
    float4 b = CubicSpline(abs(first + 1.0f - f) * 0.5f);
    offset = first + b / (a + b);
    return 0.5f * (a + b);
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
    float4 offsetX;
    float4 offsetY;
    float4 weightX = PairWeights(f.x, offsetX);
    float4 weightY = PairWeights(f.y, offsetY);
    float4 placeX = (first.x + offsetX + 0.5f) / ShadowMapSize;
    float4 placeY = (first.y + offsetY + 0.5f) / ShadowMapSize;
    float weights[4] = { weightY.x, weightY.y, weightY.z, weightY.w };
    float places[4] = { placeY.x, placeY.y, placeY.z, placeY.w };
    [loop]
    for (int y = 0; y < rows; ++y)
    {
        float4 row = float4(
            ShadowMap.SampleCmpLevelZero(ShadowSampler, float2(placeX.x, places[y]), depth),
            ShadowMap.SampleCmpLevelZero(ShadowSampler, float2(placeX.y, places[y]), depth),
            ShadowMap.SampleCmpLevelZero(ShadowSampler, float2(placeX.z, places[y]), depth),
            ShadowMap.SampleCmpLevelZero(ShadowSampler, float2(placeX.w, places[y]), depth));
        lit += weights[y] * dot(weightX, row);
    }
    return lit;
}

#endif
