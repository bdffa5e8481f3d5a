// The sky as a function of direction. What fades into the distance fades to it, so that nothing has an edge there.
#ifndef SKY_FXH
#define SKY_FXH

#include "Light.fxh"

cbuffer SkyBuffer
{
    float4 SkyHorizon; // where the ground ends, and below
    float4 SkyZenith;  // straight up
    float4 SkyGlow;    // added around where the light comes from
};

float3 SkyColor(float3 direction)
{
    float3 d = normalize(direction);
    // The colour changes fast where the ground ends, as air is thickest there. Eyes above the ground see it end below
    // eye level.
    float depth = 1.0f - saturate((d.y + 0.12f) / 1.12f);
    float3 color = lerp(SkyZenith.rgb, SkyHorizon.rgb, depth * depth * depth);

    // A wide glow with a bright middle; below the horizon is none.
    float towards = saturate(dot(d, -SafeNormalize(GlobalLight.direction)));
    float glow = 0.35f * pow(towards, 6.0f) + 0.25f * pow(towards, 48.0f) + 0.9f * pow(towards, 900.0f);
    color += SkyGlow.rgb * glow * smoothstep(-0.02f, 0.25f, d.y);
    return color;
}

// A number from -0.5 to 0.5 that differs from pixel to pixel. Added to a colour in steps of the target, it hides
// the edges between them, where a gradient changes by less than one step over many pixels. Even in its average:
// colours that are steps stay as they are.
float3 Dither(float4 position)
{
    float noise = frac(52.9829189f * frac(dot(position.xy, float2(0.06711056f, 0.00583715f))));
    return (noise - 0.5f) * 0.99f / 255.0f;
}

#endif
