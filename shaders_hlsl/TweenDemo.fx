// Characters that fade from clip to clip.
#include "Tween.fxh"

MeshOutput VS(VertexModel input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), input.world);
}

MeshOutput VS8(VertexModel8 input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), input.world);
}

ShadowOutput VS_Shadow(VertexModel input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), input.world);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

ShadowOutput VS_Shadow8(VertexModel8 input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), input.world);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

// P0 textured and lit, P1 red wireframe; the others are P0 for materials
// with two sides (P2), with blending (P4), and with both (P3).
technique11 T0
{
    PASS_VP(P0, VS, PS)
    PASS_RS_VP(P1, FillModeWireFrame, VS, PS_RED)
    PASS_RS_VP(P2, CullModeNone, VS, PS)
    PASS_RS_BS_VP(P3, CullModeNone, AlphaBlend, VS, PS)
    PASS_BS_VP(P4, AlphaBlend, VS, PS)
};

// The same for vertices that more than four joints move.
technique11 T1
{
    PASS_VP(P0, VS8, PS)
    PASS_RS_VP(P1, FillModeWireFrame, VS8, PS_RED)
    PASS_RS_VP(P2, CullModeNone, VS8, PS)
    PASS_RS_BS_VP(P3, CullModeNone, AlphaBlend, VS8, PS)
    PASS_BS_VP(P4, AlphaBlend, VS8, PS)
};

// Into the shadow map: P0 whole surfaces, P1 those with holes; P2 and P3 for vertices that more than four joints move.
technique11 Shadow
{
    PASS_SHADOW_V(P0, VS_Shadow)
    PASS_SHADOW_VP(P1, VS_Shadow, PS_Shadow)
    PASS_SHADOW_V(P2, VS_Shadow8)
    PASS_SHADOW_VP(P3, VS_Shadow8, PS_Shadow)
};
