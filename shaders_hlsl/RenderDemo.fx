// Everything that a scene holds, instanced: meshes, models of several rigid parts, and characters.
#include "Tween.fxh"

MeshOutput VS_Mesh(VertexMesh input)
{
    return PlacedOutput(input.position, input.normal, input.tangent, input.uv, input.world);
}

// A rigid part stands where its bone does; that takes the place of the skin matrix.
MeshOutput VS_Model(VertexModel input)
{
    matrix worldFromMesh = mul(BoneTransforms[BoneIndex], input.world);
    return PlacedOutput(input.position, input.normal, input.tangent, input.uv, worldFromMesh);
}

MeshOutput VS_Animation(VertexModel input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), input.world);
}

MeshOutput VS_Animation8(VertexModel8 input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), input.world);
}

ShadowOutput VS_ShadowMesh(VertexMesh input)
{
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), input.world), input.uv);
}

ShadowOutput VS_ShadowModel(VertexModel input)
{
    matrix worldFromMesh = mul(BoneTransforms[BoneIndex], input.world);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

ShadowOutput VS_ShadowAnimation(VertexModel input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), input.world);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

ShadowOutput VS_ShadowAnimation8(VertexModel8 input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), input.world);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

// P0 meshes, P1 models, P2 characters, P3 those that more than four joints a vertex move.
technique11 T0
{
    PASS_VP(P0, VS_Mesh, PS)
    PASS_VP(P1, VS_Model, PS)
    PASS_VP(P2, VS_Animation, PS)
    PASS_VP(P3, VS_Animation8, PS)
};

// The same in red wireframe.
technique11 T1
{
    PASS_RS_VP(P0, FillModeWireFrame, VS_Mesh, PS_RED)
    PASS_RS_VP(P1, FillModeWireFrame, VS_Model, PS_RED)
    PASS_RS_VP(P2, FillModeWireFrame, VS_Animation, PS_RED)
    PASS_RS_VP(P3, FillModeWireFrame, VS_Animation8, PS_RED)
};

// T0 for materials with two sides (T2), with blending (T4), and with both (T3).
technique11 T2
{
    PASS_RS_VP(P0, CullModeNone, VS_Mesh, PS)
    PASS_RS_VP(P1, CullModeNone, VS_Model, PS)
    PASS_RS_VP(P2, CullModeNone, VS_Animation, PS)
    PASS_RS_VP(P3, CullModeNone, VS_Animation8, PS)
};

technique11 T3
{
    PASS_RS_BS_VP(P0, CullModeNone, AlphaBlend, VS_Mesh, PS)
    PASS_RS_BS_VP(P1, CullModeNone, AlphaBlend, VS_Model, PS)
    PASS_RS_BS_VP(P2, CullModeNone, AlphaBlend, VS_Animation, PS)
    PASS_RS_BS_VP(P3, CullModeNone, AlphaBlend, VS_Animation8, PS)
};

technique11 T4
{
    PASS_BS_VP(P0, AlphaBlend, VS_Mesh, PS)
    PASS_BS_VP(P1, AlphaBlend, VS_Model, PS)
    PASS_BS_VP(P2, AlphaBlend, VS_Animation, PS)
    PASS_BS_VP(P3, AlphaBlend, VS_Animation8, PS)
};

// Into the shadow map, in the order of the passes above: whole surfaces, then those with holes.
technique11 Shadow
{
    PASS_SHADOW_V(P0, VS_ShadowMesh)
    PASS_SHADOW_VP(P1, VS_ShadowMesh, PS_Shadow)
    PASS_SHADOW_V(P2, VS_ShadowModel)
    PASS_SHADOW_VP(P3, VS_ShadowModel, PS_Shadow)
    PASS_SHADOW_V(P4, VS_ShadowAnimation)
    PASS_SHADOW_VP(P5, VS_ShadowAnimation, PS_Shadow)
    PASS_SHADOW_V(P6, VS_ShadowAnimation8)
    PASS_SHADOW_VP(P7, VS_ShadowAnimation8, PS_Shadow)
};
