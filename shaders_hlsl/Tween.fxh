// Up to 500 characters in one draw, each at its own place in its own clip, or between two clips.
#ifndef TWEEN_FXH
#define TWEEN_FXH

#include "Render.fxh"

cbuffer TweenBuffer
{
    TweenFrameDesc TweenFrames[MAX_MODEL_INSTANCE];
};

// What up to four joints do to a vertex of an instance, as much as their weights say.
matrix BlendSkinMatrices(float4 blendIndices, float4 blendWeights, uint instanceID)
{
    float indices[4] = { blendIndices.x, blendIndices.y, blendIndices.z, blendIndices.w };
    float weights[4] = { blendWeights.x, blendWeights.y, blendWeights.z, blendWeights.w };

    TweenFrameDesc tween = TweenFrames[instanceID];
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

matrix GetAnimationMatrix(VertexModel input)
{
    return BlendSkinMatrices(input.blendIndices, input.blendWeights, input.instanceID);
}

matrix GetAnimationMatrix(VertexModel8 input)
{
    return BlendSkinMatrices(input.blendIndices, input.blendWeights, input.instanceID)
        + BlendSkinMatrices(input.blendIndices1, input.blendWeights1, input.instanceID);
}

#endif
