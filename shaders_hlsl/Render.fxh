// Models: the TransformMap and what is read from it, and the pixel shaders that the model effects share.
#ifndef RENDER_FXH
#define RENDER_FXH

#include "Global.fxh"
#include "Light.fxh"

#define MAX_MODEL_TRANSFORMS 250
#define MAX_MODEL_KEYFRAMES 500
#define MAX_MODEL_INSTANCE 500

// Which rows of the TransformMap one clip is at. 32 bytes.
struct KeyframeDesc
{
    int animIndex;  // layer of the TransformMap; negative means no clip
    uint currFrame; // row
    uint nextFrame; // row
    float ratio;    // 0..1 from currFrame to nextFrame
    float sumTime;
    float speed;
    float2 padding;
};

// A clip and the clip that it fades to. 80 bytes.
struct TweenFrameDesc
{
    float tweenDuration;
    float tweenRatio; // 0..1 from curr to next
    float tweenSumTime;
    float padding;
    KeyframeDesc curr;
    KeyframeDesc next;
};

// Rigid parts: one matrix a bone.
cbuffer BoneBuffer
{
    matrix BoneTransforms[MAX_MODEL_TRANSFORMS];
};

uint BoneIndex;

// Texels with less alpha are not drawn.
float AlphaCutoff = 0.0f;

// Four texels a joint (the rows of its skin matrix), one row a frame, one layer a clip.
Texture2DArray TransformMap;

// The skin matrix of a joint between two rows of a clip, mixed element by element as the original does.
matrix LoadSkinMatrix(uint joint, int animIndex, uint currFrame, uint nextFrame, float ratio)
{
    float4 rows[4];
    [unroll]
    for (int i = 0; i < 4; ++i)
    {
        int column = int(joint) * 4 + i;
        float4 curr = TransformMap.Load(int4(column, currFrame, animIndex, 0));
        float4 next = TransformMap.Load(int4(column, nextFrame, animIndex, 0));
        rows[i] = lerp(curr, next, ratio);
    }
    return matrix(rows[0], rows[1], rows[2], rows[3]);
}

// For normals: the cofactors of m, which is its inverse transpose but for a positive factor once the sign
// of the determinant is taken out. Right under non-uniform scale and under mirroring.
float3 TransformNormal(float3 normal, float3x3 m)
{
    float3x3 cofactors = float3x3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
    float determinantSign = dot(m[0], cofactors[0]) < 0.0f ? -1.0f : 1.0f;
    return SafeNormalize(mul(normal, cofactors) * determinantSign);
}

MeshOutput PlacedOutput(float4 position, float3 normal, float3 tangent, float2 uv, matrix worldFromMesh)
{
    MeshOutput output;
    float4 worldPosition = mul(float4(position.xyz, 1.0f), worldFromMesh);
    output.position = mul(worldPosition, VP);
    output.worldPosition = worldPosition.xyz;
    output.uv = uv;
    output.normal = TransformNormal(normal, (float3x3)worldFromMesh);
    output.tangent = SafeNormalize(mul(tangent, (float3x3)worldFromMesh));
    return output;
}

MeshOutput SkinnedOutput(float4 position, float3 normal, float3 tangent, float2 uv, matrix skin, matrix world)
{
    return PlacedOutput(position, normal, tangent, uv, mul(skin, world));
}

float4 PS(MeshOutput input, bool isFrontFace : SV_IsFrontFace) : SV_TARGET
{
    float4 albedo = DiffuseMap.Sample(LinearSampler, input.uv);
    clip(albedo.a * Material.diffuse.a - AlphaCutoff);

    float3 normal = isFrontFace ? input.normal : -input.normal;
    ComputeNormalMapping(normal, input.tangent, input.uv, input.worldPosition);
    return ComputeLight(normal, albedo, input.worldPosition);
}

// For technique Shadow: materials with holes.
void PS_Shadow(ShadowOutput input)
{
    float alpha = DiffuseMap.Sample(LinearSampler, input.uv).a;
    clip(alpha * Material.diffuse.a - AlphaCutoff);
}

float4 PS_RED(MeshOutput input) : SV_TARGET
{
    return float4(1, 0, 0, 1);
}

#endif
