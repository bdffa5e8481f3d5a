// A skinned model in the dialect of the course: buffers by name, matrices of the TransformMap, tween buffers by instance.
#include "course_global.fx"

#define MAX_MODEL_INSTANCE 500

struct KeyframeDesc
{
    int animIndex;
    uint currFrame;
    uint nextFrame;
    float ratio;
    float sumTime;
    float speed;
    float2 padding;
};

struct TweenFrameDesc
{
    float tweenDuration;
    float tweenRatio;
    float tweenSumTime;
    float padding;
    KeyframeDesc curr;
    KeyframeDesc next;
};

cbuffer TweenBuffer
{
    TweenFrameDesc TweenFrames[MAX_MODEL_INSTANCE];
};

Texture2DArray TransformMap;

matrix GetAnimationMatrix(VertexModel input)
{
    float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
    float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w };

    int animIndex[2] = { TweenFrames[input.instanceID].curr.animIndex, TweenFrames[input.instanceID].next.animIndex };
    int currFrame[2] = { TweenFrames[input.instanceID].curr.currFrame, TweenFrames[input.instanceID].next.currFrame };
    int nextFrame[2] = { TweenFrames[input.instanceID].curr.nextFrame, TweenFrames[input.instanceID].next.nextFrame };
    float ratio[2] = { TweenFrames[input.instanceID].curr.ratio, TweenFrames[input.instanceID].next.ratio };

    matrix transform = 0;
    for (int i = 0; i < 4; i++)
    {
        float4 c0 = TransformMap.Load(int4(indices[i] * 4 + 0, currFrame[0], animIndex[0], 0));
        float4 c1 = TransformMap.Load(int4(indices[i] * 4 + 1, currFrame[0], animIndex[0], 0));
        float4 c2 = TransformMap.Load(int4(indices[i] * 4 + 2, currFrame[0], animIndex[0], 0));
        float4 c3 = TransformMap.Load(int4(indices[i] * 4 + 3, currFrame[0], animIndex[0], 0));
        matrix curr = matrix(c0, c1, c2, c3);

        float4 n0 = TransformMap.Load(int4(indices[i] * 4 + 0, nextFrame[0], animIndex[0], 0));
        float4 n1 = TransformMap.Load(int4(indices[i] * 4 + 1, nextFrame[0], animIndex[0], 0));
        float4 n2 = TransformMap.Load(int4(indices[i] * 4 + 2, nextFrame[0], animIndex[0], 0));
        float4 n3 = TransformMap.Load(int4(indices[i] * 4 + 3, nextFrame[0], animIndex[0], 0));
        matrix next = matrix(n0, n1, n2, n3);

        matrix result = lerp(curr, next, ratio[0]);

        if (animIndex[1] >= 0)
        {
            c0 = TransformMap.Load(int4(indices[i] * 4 + 0, currFrame[1], animIndex[1], 0));
            c1 = TransformMap.Load(int4(indices[i] * 4 + 1, currFrame[1], animIndex[1], 0));
            c2 = TransformMap.Load(int4(indices[i] * 4 + 2, currFrame[1], animIndex[1], 0));
            c3 = TransformMap.Load(int4(indices[i] * 4 + 3, currFrame[1], animIndex[1], 0));
            matrix other = matrix(c0, c1, c2, c3);
            result = lerp(result, other, TweenFrames[input.instanceID].tweenRatio);
        }

        transform += mul(weights[i], result);
    }
    return transform;
}

MeshOutput VS(VertexModel input)
{
    MeshOutput output;
    matrix m = GetAnimationMatrix(input);
    output.position = mul(input.position, m);
    output.position = mul(output.position, input.world);
    output.worldPosition = output.position;
    output.position = mul(output.position, VP);
    output.uv = input.uv;
    output.normal = mul(input.normal, (float3x3)m);
    output.normal = mul(output.normal, (float3x3)input.world);
    return output;
}

float4 PS(MeshOutput input) : SV_TARGET
{
#ifdef FLAT
    return float4(1, 0, 1, 1);
#endif
    float4 color = DiffuseMap.Sample(LinearSampler, input.uv);
    float facing = dot(-normalize(GlobalLight.direction), normalize(input.normal));
    float4 ambient = color * GlobalLight.ambient * Material.ambient;
    float4 diffuse = color * saturate(facing) * GlobalLight.diffuse * Material.diffuse;
    float3 E = normalize(CameraPosition() - input.worldPosition);
    float rim = pow(smoothstep(0.0f, 1.0f, 1.0f - saturate(dot(E, normalize(input.normal)))), 2);
    return ambient + diffuse + rim * RimColor;
}

float4 PS_RED(MeshOutput input) : SV_TARGET
{
    return float4(1, 0, 0, 1);
}

technique11 T0
{
    PASS_VP(P0, VS, PS)
};

technique11 T1
{
    PASS_RS_VP(P0, FillModeWireFrame, VS, PS_RED)
};
