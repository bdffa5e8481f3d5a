// The instanced tween of the course: cbuffer array by instance, matrix rows from a texture array, matrix lerp.
#include "00. Global.fxh"

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

uint BoneIndex;
Texture2DArray TransformMap;
Texture2D DiffuseMap;

struct LightDesc
{
	float4 ambient;
	float4 diffuse;
	float4 specular;
	float4 emissive;
	float3 direction;
	float padding;
};

cbuffer LightBuffer
{
	LightDesc GlobalLight;
};

struct VertexModel
{
	float4 position : POSITION;
	float2 uv : TEXCOORD;
	float3 normal : NORMAL;
	float3 tangent : TANGENT;
	float4 blendIndices : BLEND_INDICES;
	float4 blendWeights : BLEND_WEIGHTS;
	uint instanceID : SV_INSTANCEID;
	matrix world : INST;
};

matrix LoadMatrix(float bone, uint frame, int clip)
{
	float4 c0 = TransformMap.Load(int4(bone * 4 + 0, frame, clip, 0));
	float4 c1 = TransformMap.Load(int4(bone * 4 + 1, frame, clip, 0));
	float4 c2 = TransformMap.Load(int4(bone * 4 + 2, frame, clip, 0));
	float4 c3 = TransformMap.Load(int4(bone * 4 + 3, frame, clip, 0));
	return matrix(c0, c1, c2, c3);
}

matrix GetAnimationMatrix(VertexModel input)
{
	float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
	float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w };

	KeyframeDesc clips[2];
	clips[0] = TweenFrames[input.instanceID].curr;
	clips[1] = TweenFrames[input.instanceID].next;

	matrix transform = 0;
	for (int i = 0; i < 4; i++)
	{
		matrix curr = LoadMatrix(indices[i], clips[0].currFrame, clips[0].animIndex);
		matrix next = LoadMatrix(indices[i], clips[0].nextFrame, clips[0].animIndex);
		matrix result = lerp(curr, next, clips[0].ratio);

		if (clips[1].animIndex >= 0)
		{
			matrix other = LoadMatrix(indices[i], clips[1].currFrame, clips[1].animIndex);
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
	output.normal = mul(input.normal, (float3x3)input.world);
	output.tangent = mul(input.tangent, (float3x3)input.world);
	return output;
}

float4 PS(MeshOutput input) : SV_TARGET
{
	float3 toEye = normalize(CameraPosition() - input.worldPosition);
	float lit = saturate(dot(-GlobalLight.direction, normalize(input.normal)));
	return DiffuseMap.Sample(LinearSampler, input.uv) * lit * GlobalLight.diffuse + saturate(toEye.x) * 0.1f;
}

float4 PS_RED(MeshOutput input) : SV_TARGET
{
	return float4(1, 0, 0, 1);
}

technique11 T0
{
	PASS_VP(P0, VS, PS)
	PASS_RS_VP(P1, FillModeWireFrame, VS, PS_RED)
};
