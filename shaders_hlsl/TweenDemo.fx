// Up to 500 characters in one draw, each at its own place in its own clip, or between two clips.
#include "Render.fxh"

cbuffer TweenBuffer
{
    TweenFrameDesc TweenFrames[MAX_MODEL_INSTANCE];
};

matrix GetAnimationMatrix(VertexModel input)
{
    float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
    float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w };

    TweenFrameDesc tween = TweenFrames[input.instanceID];
    int animIndex[2] = { tween.curr.animIndex, tween.next.animIndex };
    uint currFrame[2] = { tween.curr.currFrame, tween.next.currFrame };
    uint nextFrame[2] = { tween.curr.nextFrame, tween.next.nextFrame };
    float ratio[2] = { tween.curr.ratio, tween.next.ratio };

    matrix transform = 0;
    for (int i = 0; i < 4; ++i)
    {
        if (weights[i] == 0.0f)
            continue;

        uint joint = uint(indices[i]);
        matrix result = LoadSkinMatrix(joint, animIndex[0], currFrame[0], nextFrame[0], ratio[0]);
        if (animIndex[1] >= 0)
        {
            matrix nextResult = LoadSkinMatrix(joint, animIndex[1], currFrame[1], nextFrame[1], ratio[1]);
            result = result + (nextResult - result) * tween.tweenRatio;
        }
        transform += weights[i] * result;
    }
    return transform;
}

MeshOutput VS(VertexModel input)
{
    return SkinnedOutput(input.position, input.normal, input.tangent, input.uv, GetAnimationMatrix(input), input.world);
}

ShadowOutput VS_Shadow(VertexModel input)
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

// Into the shadow map: P0 whole surfaces, P1 those with holes.
technique11 Shadow
{
    PASS_SHADOW_V(P0, VS_Shadow)
    PASS_SHADOW_VP(P1, VS_Shadow, PS_Shadow)
};
