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
