// One character that plays one clip: the frame and the ratio to the next come from KeyframeBuffer.
#include "Render.fxh"

cbuffer KeyframeBuffer
{
    KeyframeDesc Keyframes;
};

// What up to four joints do to a vertex, as much as their weights say.
matrix BlendSkinMatrices(float4 blendIndices, float4 blendWeights)
{
    float indices[4] = { blendIndices.x, blendIndices.y, blendIndices.z, blendIndices.w };
    float weights[4] = { blendWeights.x, blendWeights.y, blendWeights.z, blendWeights.w };

    matrix transform = 0;
    for (int i = 0; i < 4; ++i)
    {
        if (weights[i] == 0.0f)
            continue;
        transform += weights[i] * LoadSkinMatrix(uint(indices[i]), Keyframes.animIndex,
            Keyframes.currFrame, Keyframes.nextFrame, Keyframes.ratio);
    }
    return transform;
}

matrix GetAnimationMatrix(VertexTextureNormalTangentBlend input)
{
    return BlendSkinMatrices(input.blendIndices, input.blendWeights);
}

matrix GetAnimationMatrix(VertexTextureNormalTangentBlend8 input)
{
    return BlendSkinMatrices(input.blendIndices, input.blendWeights)
        + BlendSkinMatrices(input.blendIndices1, input.blendWeights1);
}

MeshOutput VS(VertexTextureNormalTangentBlend input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), W);
}

MeshOutput VS8(VertexTextureNormalTangentBlend8 input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), W);
}

ShadowOutput VS_Shadow(VertexTextureNormalTangentBlend input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), W);
    return ShadowVertex(mul(float4(input.position.xyz, 1.0f), worldFromMesh), input.uv);
}

ShadowOutput VS_Shadow8(VertexTextureNormalTangentBlend8 input)
{
    matrix worldFromMesh = mul(GetAnimationMatrix(input), W);
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
