// The sky as a function of direction. What fades into the distance fades to it, so that nothing has an edge there.
#ifndef SKY_FXH
#define SKY_FXH

#include "Scene.fxh"

// `toLight` is of length 1, or 0 where there is no light.
float3 SkyColor(float3 direction, float3 toLight)
{
    float3 d = normalize(direction);
    // The colour changes fast where the ground ends, as air is thickest there. Eyes above the ground see it end below
    // eye level.
    float depth = 1.0f - saturate((d.y + 0.12f) / 1.12f);
    float3 color = lerp(SkyZenith.rgb, SkyHorizon.rgb, depth * depth * depth);

    // A wide glow with a bright middle; below the horizon is none.
    float towards = saturate(dot(d, toLight));
    // To the powers of 6, 48 and 768, each by squaring the one before.
    float p3 = towards * towards * towards;
    float p6 = p3 * p3;
    float p12 = p6 * p6;
    float p24 = p12 * p12;
    float p48 = p24 * p24;
    float p96 = p48 * p48;
    float p192 = p96 * p96;
    float p384 = p192 * p192;
    float glow = 0.35f * p6 + 0.25f * p48 + 0.9f * p384 * p384;
    color += SkyGlow.rgb * glow * smoothstep(-0.02f, 0.25f, d.y);
    return color;
}

// What a mirror shows in a direction of length 1: the sky, and below it the ground, the darker the nearer to where the
// mirror itself keeps the light away. `blur` is the sine of the angle over which one passes into the other.
float3 MirroredColor(float3 direction, float3 toLight, float blur)
{
    float down = saturate(-direction.y);
    float3 ground = SkyGround.rgb * (1.0f - 0.6f * down * (2.0f - down));
    return lerp(ground, SkyColor(direction, toLight), smoothstep(-blur, blur, direction.y));
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
