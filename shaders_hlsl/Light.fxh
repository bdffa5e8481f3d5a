// One directional light on a Phong surface with a rim: colours are display values, nothing is linearised.
#ifndef LIGHT_FXH
#define LIGHT_FXH

#include "Global.fxh"

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

static const float SPECULAR_POWER = 32.0f;

// Light that leaves the surface towards the eye; `albedo` is the texel of DiffuseMap.
float4 ComputeLight(float3 normal, float4 albedo, float3 worldPosition)
{
    float3 n = SafeNormalize(normal);
    float3 toLight = -SafeNormalize(GlobalLight.direction);
    float3 toEye = SafeNormalize(CameraPosition() - worldPosition);

    float facing = dot(n, toLight);
    // Half of the ambient comes from the ground, so that the side away from the light keeps its shape.
    float sky = 0.75f + 0.25f * n.y;
    float4 ambient = GlobalLight.ambient * Material.ambient * sky;
    float4 diffuse = GlobalLight.diffuse * Material.diffuse * saturate(facing);

    float highlight = pow(saturate(dot(reflect(-toLight, n), toEye)), SPECULAR_POWER) * step(0.0f, facing);
    float4 specular = GlobalLight.specular * Material.specular * highlight;

    float rim = smoothstep(0.0f, 1.0f, 1.0f - saturate(dot(toEye, n)));
    float4 emissive = GlobalLight.emissive * Material.emissive * rim * rim;

    float3 color = albedo.rgb * (ambient + diffuse).rgb + specular.rgb + emissive.rgb;
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
