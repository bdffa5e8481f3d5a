// One character that plays one clip: the frame and the ratio to the next come from KeyframeBuffer.
#include "Render.fxh"

cbuffer KeyframeBuffer
{
    KeyframeDesc Keyframes;
};

matrix GetAnimationMatrix(VertexTextureNormalTangentBlend input)
{
    float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
    float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w };

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

MeshOutput VS(VertexTextureNormalTangentBlend input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), W);
}

ShadowOutput VS_Shadow(VertexTextureNormalTangentBlend input)
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

// Into the shadow map: P0 whole surfaces, P1 those with holes.
technique11 Shadow
{
    PASS_SHADOW_V(P0, VS_Shadow)
    PASS_SHADOW_VP(P1, VS_Shadow, PS_Shadow)
};
