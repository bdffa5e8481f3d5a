// One directional light on a Phong surface with a rim, with its shadow: colours are display values, nothing is
// linearised.
#ifndef LIGHT_FXH
#define LIGHT_FXH

#include "Global.fxh"
#include "Shadow.fxh"

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

Texture2D DiffuseMap;
Texture2D SpecularMap;
Texture2D NormalMap;

// Light from everywhere is that of the sky from above and what the ground throws back from below.
static const float3 AMBIENT_ABOVE = float3(0.98f, 1.0f, 1.03f);
static const float3 AMBIENT_BELOW = float3(0.60f, 0.56f, 0.52f);
// Highlights of surfaces that mirror little are wide, those of metal narrow.
static const float2 SPECULAR_POWER = float2(24.0f, 72.0f);

// Light that leaves the surface towards the eye; `albedo` is the texel of DiffuseMap.
float4 ComputeLight(float3 normal, float4 albedo, float3 worldPosition)
{
    float3 n = SafeNormalize(normal);
    float3 toLight = -SafeNormalize(GlobalLight.direction);
    float3 toEye = SafeNormalize(CameraPosition() - worldPosition);

    float facing = dot(n, toLight);
    float lit = ComputeShadow(worldPosition, n, toLight);

    float3 hemisphere = lerp(AMBIENT_BELOW, AMBIENT_ABOVE, 0.5f + 0.5f * n.y);
    float3 ambient = (GlobalLight.ambient * Material.ambient).rgb * hemisphere;
    float3 diffuse = (GlobalLight.diffuse * Material.diffuse).rgb * saturate(facing) * lit;

    // Metal mirrors its surroundings as well, of which the sky above and the ground below are known.
    float3 mirror = Material.specular.rgb;
    float power = lerp(SPECULAR_POWER.x, SPECULAR_POWER.y, saturate(max(mirror.r, max(mirror.g, mirror.b))));
    float highlight = pow(saturate(dot(reflect(-toLight, n), toEye)), power) * step(0.0f, facing) * lit;
    float upwards = smoothstep(-0.2f, 0.5f, reflect(-toEye, n).y);
    float3 surroundings = lerp(0.2f * AMBIENT_BELOW, AMBIENT_ABOVE, upwards);
    float3 specular = GlobalLight.specular.rgb * mirror * lerp(surroundings, 1.0f, highlight);

    float rim = smoothstep(0.0f, 1.0f, 1.0f - saturate(dot(toEye, n)));
    float3 emissive = (GlobalLight.emissive * Material.emissive).rgb * rim * rim;

    // Twice the light is less than twice the display value: each kind of light lightens what the one before left of the
    // way to white, so that nothing burns out. One kind alone comes out as it is.
    float3 body = albedo.rgb * (ambient + diffuse * saturate(1.0f - ambient));
    float3 color = body + specular * saturate(1.0f - body) + emissive;
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
