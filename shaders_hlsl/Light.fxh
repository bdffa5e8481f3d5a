// One directional light on a Blinn-Phong surface with a rim, with its shadow; surfaces that mirror show the sky. Colours
// are display values, nothing is linearised.
#ifndef LIGHT_FXH
#define LIGHT_FXH

#include "Global.fxh"
#include "Shadow.fxh"
#include "Sky.fxh"

struct LightDesc
{
    float4 ambient;
    float4 diffuse;
    float4 specular;
    float4 emissive;
    float3 direction; // the way the light travels, any length
    float padding;
};

struct MaterialDesc
{
    float4 ambient;
    float4 diffuse;
    float4 specular;
    float4 emissive; // of the rim, seen at grazing angles
};

cbuffer LightBuffer
{
    LightDesc GlobalLight;
};

cbuffer MaterialBuffer
{
    MaterialDesc Material;
};

// The greater, the smaller and brighter the highlight.
float SpecularPower = 32.0f;
// How much of its surroundings the surface mirrors besides the light, 0..1: Material.specular is their colour.
float Reflectivity = 0.0f;

Texture2D DiffuseMap;
Texture2D SpecularMap;
Texture2D NormalMap;

// Light from everywhere is that of the sky from above and what the ground throws back from below.
static const float3 AMBIENT_ABOVE = float3(0.98f, 1.0f, 1.03f);
static const float3 AMBIENT_BELOW = float3(0.76f, 0.70f, 0.64f);

float3 DirectionToLight()
{
    return -SafeNormalize(GlobalLight.direction);
}

// Light that leaves the surface towards the eye; `albedo` is the texel of DiffuseMap.
float4 ComputeLight(float3 normal, float4 albedo, float3 worldPosition)
{
    float3 n = SafeNormalize(normal);
    float3 toLight = DirectionToLight();
    float3 toEye = SafeNormalize(CameraPosition() - worldPosition);

    float facing = dot(n, toLight);
    float lit = ComputeShadow(worldPosition, n, toLight);

    float3 hemisphere = lerp(AMBIENT_BELOW, AMBIENT_ABOVE, 0.5f + 0.5f * n.y);
    float3 ambient = (GlobalLight.ambient * Material.ambient).rgb * hemisphere;
    float3 diffuse = (GlobalLight.diffuse * Material.diffuse).rgb * saturate(facing) * lit;

    // A smooth surface gathers what a rough one spreads: the brightness of the spot grows with the power
    // ((n + 8) / 8 pi is what keeps the energy of Blinn-Phong), up to white.
    float3 mirror = Material.specular.rgb * lerp(float3(1, 1, 1), albedo.rgb, Reflectivity);
    float3 halfway = SafeNormalize(toLight + toEye);
    float spot = pow(saturate(dot(n, halfway)), SpecularPower) * (SpecularPower + 8.0f) / 32.0f;
    spot *= smoothstep(0.0f, 0.1f, facing) * lit;
    float3 highlight = saturate(GlobalLight.specular.rgb * mirror * spot);

    // Schlick's Fresnel: everything mirrors at grazing angles. What mirrors little has the mean of its surroundings.
    float grazing = 1.0f - saturate(dot(toEye, n));
    float grazing2 = grazing * grazing;
    float3 fresnel = mirror + (1.0f - mirror) * (grazing2 * grazing2 * grazing * Reflectivity);
    float blur = 0.02f + 0.6f * rsqrt(SpecularPower);
    float3 mirrored = MirroredColor(reflect(-toEye, n), toLight, blur);
    float3 surroundings = lerp(ambient, mirrored, Reflectivity) * fresnel;

    float rim = smoothstep(0.0f, 1.0f, grazing);
    float3 emissive = (GlobalLight.emissive * Material.emissive).rgb * rim * rim;

    // Twice the light is less than twice the display value: each kind of light lightens what the one before left of the
    // way to white, so that nothing burns out. One kind alone comes out as it is.
    float3 body = albedo.rgb * (ambient + diffuse * saturate(1.0f - ambient));
    // What is mirrored does not enter the body.
    body *= 1.0f - Reflectivity * saturate(max(fresnel.r, max(fresnel.g, fresnel.b)));
    float3 color = body + surroundings * saturate(1.0f - body);
    color += highlight * saturate(1.0f - color) + emissive;
    return float4(color, albedo.a * Material.diffuse.a);
}

// Turns `normal` by the normal map; a map without content (0, 0, 0) leaves it. The vertex carries no sign of the
// bitangent, so that and, where the mesh has no tangents, the tangent come from how uv changes over the pixel.
void ComputeNormalMapping(inout float3 normal, float3 tangent, float2 uv, float3 worldPosition)
{
    float3 texel = NormalMap.Sample(LinearSampler, uv).rgb;
    float2 uvX = ddx(uv);
    float2 uvY = ddy(uv);
    float3 placeX = ddx(worldPosition);
    float3 placeY = ddy(worldPosition);
    float area = uvX.x * uvY.y - uvX.y * uvY.x;
    if (!any(texel) || area == 0.0f)
        return;

    float3 alongU = (placeX * uvY.y - placeY * uvX.y) * sign(area);
    float3 alongV = (placeY * uvX.x - placeX * uvY.x) * sign(area);
    float3 n = SafeNormalize(normal);
    float3 t = dot(tangent, tangent) < 1e-8f ? alongU : tangent;
    t = SafeNormalize(t - dot(t, n) * n);
    float3 b = cross(n, t);
    // Green is up in the picture, and v grows downwards.
    b *= dot(b, alongV) > 0.0f ? -1.0f : 1.0f;

    float3 tangentSpace = texel * 2.0f - 1.0f;
    normal = SafeNormalize(tangentSpace.x * t + tangentSpace.y * b + tangentSpace.z * n);
}

#endif
