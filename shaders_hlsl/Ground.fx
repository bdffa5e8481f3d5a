// The ground: a lit and shadowed plane with a grid that fades into the sky.
#include "Light.fxh"

#define MAX_CONTACT_SHADOWS 16

cbuffer GroundBuffer
{
    float4 LineColor;
    float2 Center;       // x and z of the middle of the fade, metres
    float FadeStart;     // metres from Center
    float FadeEnd;
    float CellSize;      // metres between thin lines; every tenth is thick
    float3 GroundPadding;
    float4 ContactShadows[MAX_CONTACT_SHADOWS]; // x, z, radius in metres, strength 0..1; 0 where unused
};

struct GroundOutput
{
    float4 position : SV_POSITION;
    float3 worldPosition : POSITION1;
};

GroundOutput VS(VertexTexture input)
{
    GroundOutput output;
    float4 worldPosition = mul(float4(input.position.xyz, 1.0f), W);
    output.position = mul(worldPosition, VP);
    output.worldPosition = worldPosition.xyz;
    return output;
}

// How much of the pixel a line covers: 1 on the line, 0 away from it, never thinner than a pixel; it fades
// where the lines come closer together than pixels.
float LineCoverage(float2 cell, float width)
{
    float2 pixel = max(fwidth(cell), 1e-6f);
    float2 wide = max(pixel, width);
    float2 distanceToLine = abs(frac(cell - 0.5f) - 0.5f);
    float2 coverage = smoothstep(wide * 0.5f + pixel, wide * 0.5f, distanceToLine);
    coverage *= saturate(width / pixel) * 0.6f + 0.4f;
    coverage *= 1.0f - smoothstep(0.25f, 0.6f, pixel);
    return max(coverage.x, coverage.y);
}

float4 PS(GroundOutput input) : SV_TARGET
{
    float2 place = input.worldPosition.xz;
    float3 up = float3(0, 1, 0);

    float3 lit = ComputeLight(up, float4(1, 1, 1, 1), input.worldPosition).rgb;
    float thin = LineCoverage(place / CellSize, 0.02f);
    float thick = LineCoverage(place / (CellSize * 10.0f), 0.006f);
    float3 color = lerp(lit, LineColor.rgb, LineColor.a * max(thin * 0.5f, thick));

    // All of the list, unused entries with a strength of 0 too: a loop that ended at a constant would have lavapipe
    // (Mesa 22.3) clone the shader for the constant's value in every frame, and keep the clones.
    float shade = 1.0f;
    for (uint i = 0; i < MAX_CONTACT_SHADOWS; ++i)
    {
        float4 shadow = ContactShadows[i];
        float2 reach = (place - shadow.xy) / max(shadow.z, 1e-4f);
        shade *= 1.0f - shadow.w * exp(-2.5f * dot(reach, reach));
    }
    color *= shade;

    float fade = smoothstep(FadeStart, FadeEnd, length(place - Center));
    // To what stands behind it in the picture: there is no edge, wherever the camera is.
    float3 sky = SkyColor(input.worldPosition - CameraPosition(), DirectionToLight());
    return float4(lerp(color, sky, fade) + Dither(input.position), 1.0f);
}

technique11 T0
{
    PASS_VP(P0, VS, PS)
};
