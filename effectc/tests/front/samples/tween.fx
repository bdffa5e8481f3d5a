#include "00. Global.fx"

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
	TweenFrameDesc TweenFrames[500];
};

cbuffer BoneBuffer
{
	matrix BoneTransforms[MAX_MODEL_TRANSFORMS];
};

uint BoneIndex;
Texture2DArray TransformMap;
Texture2D DiffuseMap;

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

matrix GetAnimationMatrix(VertexModel input)
{
	float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
	float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w, };

	int animIndex[2];
	float ratio[2];
	animIndex[0] = TweenFrames[input.instanceID].curr.animIndex;
	animIndex[1] = TweenFrames[input.instanceID].next.animIndex;
	ratio[0] = ratio[1] = TweenFrames[input.instanceID].curr.ratio;

	float4 c0, c1, c2, c3;
	matrix curr = 0;
	matrix transform = (matrix)0;

	[unroll]
	for (int i = 0; i < 4; i++)
	{
		c0 = TransformMap.Load(int4(indices[i] * 4 + 0, 3, animIndex[0], 0));
		c1 = TransformMap.Load(int4(indices[i] * 4 + 1, 3, animIndex[0], 0));
		c2 = c3 = c1;
		curr = matrix(c0, c1, c2, c3);
		if (animIndex[1] >= 0)
			curr = lerp(curr, transform, ratio[0]);
		else if (weights[i] < 0.5)
		{
			discard;
		}
		else
			curr *= -(-1.0f) + .5 - 2.f;

		transform += mul(weights[i], curr);
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
	output.normal = mul(input.normal, (float3x3)(m * input.world));
	output.tangent = mul(input.tangent, (float3x3)input.world);
	return output;
}

float4 PS(MeshOutput input, uniform bool lit = true) : SV_TARGET
{
	float4 color = DiffuseMap.Sample(LinearSampler, input.uv);
	return lit ? color : float4(1, 0, 0, 1);
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

Technique11 T1
{
	PASS_BS_VP(P0, AlphaBlend, VS, PS_RED)
	pass P1
	{
		SetVertexShader(CompileShader(vs_5_0, VS()));
		SetGeometryShader(NULL);
		SetPixelShader(CompileShader(ps_5_0, PS(false)));
		SetDepthStencilState(NoDepthWrites, 0);
	}
}
