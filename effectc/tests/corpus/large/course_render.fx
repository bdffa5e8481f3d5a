// A course's scene: meshes, models and skinned characters instanced, sky, billboards, snow. Sloppy as its authors are.
#ifndef _COURSE_RENDER_
#define _COURSE_RENDER_
#define MAX_MODEL_TRANSFORMS 250
#define MAX_MODEL_KEYFRAMES 500
#define MAX_MODEL_INSTANCE 500
cbuffer GlobalBuffer { matrix V; matrix P; matrix VP; matrix VInv; };
cbuffer TransformBuffer { matrix W; };
struct KeyframeDesc { int animIndex; uint currFrame; uint nextFrame; float ratio; float sumTime; float speed; float2 padding; };
struct TweenFrameDesc { float tweenDuration; float tweenRatio; float tweenSumTime; float padding; KeyframeDesc curr; KeyframeDesc next; };
cbuffer KeyframeBuffer { KeyframeDesc Keyframes; };
cbuffer TweenBuffer { TweenFrameDesc TweenFrames[MAX_MODEL_INSTANCE]; };
cbuffer BoneBuffer { matrix BoneTransforms[MAX_MODEL_TRANSFORMS]; };
uint BoneIndex; Texture2DArray TransformMap; Texture2D DiffuseMap; Texture2D SpecularMap; Texture2D NormalMap;
struct LightDesc { float4 ambient; float4 diffuse; float4 specular; float4 emissive; float3 direction; float padding; };
struct MaterialDesc { float4 ambient; float4 diffuse; float4 specular; float4 emissive; };
cbuffer LightBuffer { LightDesc GlobalLight; };
cbuffer MaterialBuffer { MaterialDesc Material; };
SamplerState LinearSampler { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; AddressV = Wrap; };
RasterizerState FrontCounterClockwiseTrue { FrontCounterClockwise = true; };
BlendState AlphaBlend { AlphaToCoverageEnable = false; BlendEnable[0] = true; SrcBlend[0] = SRC_ALPHA; DestBlend[0] = INV_SRC_ALPHA; BlendOp[0] = ADD; SrcBlendAlpha[0] = One; DestBlendAlpha[0] = Zero; BlendOpAlpha[0] = Add; RenderTargetWriteMask[0] = 15; };
struct VertexMesh { float4 position : POSITION; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT; uint instanceID : SV_INSTANCEID; matrix world : INST; };
struct VertexModel { float4 position : POSITION; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT; float4 blendIndices : BLEND_INDICES; float4 blendWeights : BLEND_WEIGHTS; uint instanceID : SV_INSTANCEID; matrix world : INST; };
struct MeshOutput { float4 position : SV_POSITION; float3 worldPosition : POSITION1; float2 uv : TEXCOORD; float3 normal : NORMAL; float3 tangent : TANGENT; };
matrix GetAnimationMatrix(VertexModel input)
{
	float indices[4] = { input.blendIndices.x, input.blendIndices.y, input.blendIndices.z, input.blendIndices.w };
	float weights[4] = { input.blendWeights.x, input.blendWeights.y, input.blendWeights.z, input.blendWeights.w };
	int animIndex[2]; int currFrame[2]; int nextFrame[2]; float ratio[2];
	animIndex[0] = TweenFrames[input.instanceID].curr.animIndex; currFrame[0] = TweenFrames[input.instanceID].curr.currFrame; nextFrame[0] = TweenFrames[input.instanceID].curr.nextFrame; ratio[0] = TweenFrames[input.instanceID].curr.ratio;
	animIndex[1] = TweenFrames[input.instanceID].next.animIndex; currFrame[1] = TweenFrames[input.instanceID].next.currFrame; nextFrame[1] = TweenFrames[input.instanceID].next.nextFrame; ratio[1] = TweenFrames[input.instanceID].next.ratio;
	float4 c0, c1, c2, c3; float4 n0, n1, n2, n3;
	matrix curr = 0; matrix next = 0; matrix transform = 0;
	for (int i = 0; i < 4; i++)
	{
		c0 = TransformMap.Load(int4(indices[i] * 4 + 0, currFrame[0], animIndex[0], 0)); c1 = TransformMap.Load(int4(indices[i] * 4 + 1, currFrame[0], animIndex[0], 0)); c2 = TransformMap.Load(int4(indices[i] * 4 + 2, currFrame[0], animIndex[0], 0)); c3 = TransformMap.Load(int4(indices[i] * 4 + 3, currFrame[0], animIndex[0], 0));
		curr = matrix(c0, c1, c2, c3);
		n0 = TransformMap.Load(int4(indices[i] * 4 + 0, nextFrame[0], animIndex[0], 0)); n1 = TransformMap.Load(int4(indices[i] * 4 + 1, nextFrame[0], animIndex[0], 0)); n2 = TransformMap.Load(int4(indices[i] * 4 + 2, nextFrame[0], animIndex[0], 0)); n3 = TransformMap.Load(int4(indices[i] * 4 + 3, nextFrame[0], animIndex[0], 0));
		next = matrix(n0, n1, n2, n3);
		matrix result = lerp(curr, next, ratio[0]);
		if (animIndex[1] >= 0)
		{
			c0 = TransformMap.Load(int4(indices[i] * 4 + 0, currFrame[1], animIndex[1], 0));
			curr = matrix(c0, c1, c2, c3);
			matrix nextResult = lerp(curr, next, ratio[1]);
			result = lerp(result, nextResult, TweenFrames[input.instanceID].tweenRatio);
		}
		transform += mul(weights[i], result);
	}
	return transform;
}
float3 CameraPosition() { return -V._41_42_43; }
float4 ComputeLight(float3 normal, float2 uv, float3 worldPosition)
{
	float4 ambientColor = 0; float4 diffuseColor = 0; float4 specularColor = 0; float4 emissiveColor = 0;
	{ float4 color = GlobalLight.ambient * Material.ambient; ambientColor = DiffuseMap.Sample(LinearSampler, uv) * color; }
	{ float4 color = DiffuseMap.Sample(LinearSampler, uv); float value = dot(-GlobalLight.direction, normalize(normal)); diffuseColor = color * value * GlobalLight.diffuse * Material.diffuse; }
	{ float3 R = GlobalLight.direction - (2 * normal * dot(GlobalLight.direction, normal)); R = normalize(R); float3 cameraPosition = CameraPosition(); float3 E = normalize(cameraPosition - worldPosition); float value = saturate(dot(R, E)); float specular = pow(value, 10); specularColor = GlobalLight.specular * Material.specular * specular; }
	{ float3 cameraPosition = CameraPosition(); float3 E = normalize(cameraPosition - worldPosition); float value = saturate(dot(E, normal)); float emissive = 1.0f - value; emissive = smoothstep(0.0f, 1.0f, emissive); emissive = pow(emissive, 2); emissiveColor = GlobalLight.emissive * Material.emissive * emissive; }
	return ambientColor + diffuseColor + specularColor + emissiveColor;
}
void ComputeNormalMapping(inout float3 normal, float3 tangent, float2 uv)
{
	float4 map = NormalMap.Sample(LinearSampler, uv);
	if (any(map.rgb) == false) return;
	float3 N = normalize(normal); float3 T = normalize(tangent); float3 B = normalize(cross(N, T));
	float3x3 TBN = float3x3(T, B, N);
	float3 tangentSpaceNormal = (map.rgb * 2.0f - 1.0f);
	normal = mul(tangentSpaceNormal, TBN);
}
MeshOutput VS_Mesh(VertexMesh input) { MeshOutput output; output.position = mul(input.position, input.world); output.worldPosition = output.position; output.position = mul(output.position, VP); output.uv = input.uv; output.normal = input.normal; return output; }
MeshOutput VS_Model(VertexModel input) { MeshOutput output; output.position = mul(input.position, BoneTransforms[BoneIndex]); output.position = mul(output.position, input.world); output.worldPosition = output.position; output.position = mul(output.position, VP); output.uv = input.uv; output.normal = mul(input.normal, (float3x3)input.world); output.tangent = input.tangent; return output; }
MeshOutput VS_Animation(VertexModel input) { MeshOutput output; matrix m = GetAnimationMatrix(input); output.position = mul(input.position, m); output.position = mul(output.position, input.world); output.worldPosition = output.position; output.position = mul(output.position, VP); output.uv = input.uv; output.normal = input.normal; output.tangent = input.tangent; return output; }
float4 PS(MeshOutput input) : SV_TARGET { ComputeNormalMapping(input.normal, input.tangent, input.uv); float4 color = ComputeLight(input.normal, input.uv, input.worldPosition); return color; }
struct SkyOut { float4 position : SV_POSITION; float2 uv : TEXCOORD; };
SkyOut VS_Sky(VertexMesh input) { SkyOut output; float4 viewPos = mul(float4(input.position.xyz, 0), V); float4 clipSpacePos = mul(viewPos, P); output.position = clipSpacePos.xyzw; output.position.z = output.position.w * 0.999999f; output.uv = input.uv; return output; }
float4 PS_Sky(SkyOut input) : SV_TARGET { return DiffuseMap.Sample(LinearSampler, input.uv); }
cbuffer SnowBuffer { float4 Color; float3 Velocity; float DrawDistance; float3 Origin; float Turbulence; float3 Extent; float Time; };
struct VertexInput { float4 position : POSITION; float2 uv : TEXCOORD; float2 scale : SCALE; float2 random : RANDOM; };
struct V_OUT { float4 position : SV_POSITION; float2 uv : TEXCOORD; float alpha : ALPHA; };
V_OUT VS_Snow(VertexInput input)
{
	V_OUT output;
	float3 displace = Velocity * Time * 100;
	input.position.y = Origin.y + Extent.y - (input.position.y - displace) % Extent.y;
	input.position.x += cos(Time - input.random.x) * Turbulence;
	input.position.z += cos(Time - input.random.y) * Turbulence;
	float4 position = mul(input.position, W);
	float3 up = float3(0, 1, 0);
	float3 forward = position.xyz - CameraPosition();
	float3 right = normalize(cross(up, forward));
	position.xyz += (input.uv.x - 0.5f) * right * input.scale.x;
	position.xyz += (1.0f - input.uv.y - 0.5f) * up * input.scale.y;
	position.w = 1.0f;
	output.position = mul(mul(position, V), P);
	output.uv = input.uv;
	output.alpha = 1.0f;
	float4 view = mul(position, V);
	output.alpha = saturate(1 - view.z / DrawDistance) * 0.8f;
	return output;
}
float4 PS_Snow(V_OUT input) : SV_Target { float4 diffuse = DiffuseMap.Sample(LinearSampler, input.uv); diffuse.rgb = Color.rgb * input.alpha * 2.0f; diffuse.a = diffuse.a * input.alpha * 1.5f; if (diffuse.a < 0.3f) discard; return diffuse; }
#define PASS_VP(name, vs, ps) pass name { SetVertexShader(CompileShader(vs_5_0, vs())); SetPixelShader(CompileShader(ps_5_0, ps())); }
technique11 T0
{
	PASS_VP(P0, VS_Mesh, PS)
	PASS_VP(P1, VS_Model, PS)
	PASS_VP(P2, VS_Animation, PS)
};
technique11 T1 { pass P0 { SetRasterizerState(FrontCounterClockwiseTrue); SetVertexShader(CompileShader(vs_5_0, VS_Sky())); SetPixelShader(CompileShader(ps_5_0, PS_Sky())); } pass P1 { SetBlendState(AlphaBlend, float4(0, 0, 0, 0), 0xFF); SetVertexShader(CompileShader(vs_5_0, VS_Snow())); SetPixelShader(CompileShader(ps_5_0, PS_Snow())); } };
#endif
