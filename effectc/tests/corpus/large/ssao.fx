// Ambient occlusion in screen space, and the blur that keeps edges.
cbuffer cbPerFrame { float4x4 gViewToTexSpace; float4 gOffsetVectors[14]; float4 gFrustumCorners[4]; float gOcclusionRadius = 0.5f; float gOcclusionFadeStart = 0.2f; float gOcclusionFadeEnd = 2.0f; float gSurfaceEpsilon = 0.05f; };
cbuffer cbBlur { float gTexelWidth; float gTexelHeight; };
cbuffer cbSettings { float gWeights[11] = { 0.05f, 0.05f, 0.1f, 0.1f, 0.1f, 0.2f, 0.1f, 0.1f, 0.1f, 0.05f, 0.05f }; };
cbuffer cbFixed { static const int gBlurRadius = 5; };
Texture2D gNormalDepthMap; Texture2D gRandomVecMap; Texture2D gInputImage;
SamplerState samNormalDepth { Filter = MIN_MAG_LINEAR_MIP_POINT; AddressU = BORDER; AddressV = BORDER; BorderColor = float4(0.0f, 0.0f, 0.0f, 1e5f); };
SamplerState samRandomVec { Filter = MIN_MAG_LINEAR_MIP_POINT; AddressU = WRAP; AddressV = WRAP; };
struct VertexIn { float3 PosL : POSITION; float3 ToFarPlaneIndex : NORMAL; float2 Tex : TEXCOORD; };
struct VertexOut { float4 PosH : SV_POSITION; float3 ToFarPlane : TEXCOORD0; float2 Tex : TEXCOORD1; };
VertexOut VS(VertexIn vin)
{
	VertexOut vout;
	vout.PosH = float4(vin.PosL, 1.0f);
	vout.ToFarPlane = gFrustumCorners[vin.ToFarPlaneIndex.x].xyz;
	vout.Tex = vin.Tex;
	return vout;
}
float OcclusionFunction(float distZ)
{
	float occlusion = 0.0f;
	if(distZ > gSurfaceEpsilon)
	{
		float fadeLength = gOcclusionFadeEnd - gOcclusionFadeStart;
		occlusion = saturate( (gOcclusionFadeEnd-distZ)/fadeLength );
	}
	return occlusion;
}
float4 PS(VertexOut pin, uniform int gSampleCount) : SV_Target
{
	float4 normalDepth = gNormalDepthMap.SampleLevel(samNormalDepth, pin.Tex, 0.0f);
	float3 n = normalDepth.xyz;
	float pz = normalDepth.w;
	float3 p = (pz/pin.ToFarPlane.z)*pin.ToFarPlane;
	float3 randVec = 2.0f*gRandomVecMap.SampleLevel(samRandomVec, 4.0f*pin.Tex, 0.0f).rgb - 1.0f;
	float occlusionSum = 0.0f;
	[unroll]
	for(int i = 0; i < gSampleCount; ++i)
	{
		float3 offset = reflect(gOffsetVectors[i].xyz, randVec);
		float flip = sign( dot(offset, n) );
		float3 q = p + flip * gOcclusionRadius * offset;
		float4 projQ = mul(float4(q, 1.0f), gViewToTexSpace);
		projQ /= projQ.w;
		float rz = gNormalDepthMap.SampleLevel(samNormalDepth, projQ.xy, 0.0f).a;
		float3 r = (rz / q.z) * q;
		float distZ = p.z - r.z;
		float dp = max(dot(n, normalize(r - p)), 0.0f);
		float occlusion = dp * OcclusionFunction(distZ);
		occlusionSum += occlusion;
	}
	occlusionSum /= gSampleCount;
	float access = 1.0f - occlusionSum;
	return saturate(pow(access, 4.0f));
}
float4 BlurPS(VertexOut pin, uniform bool gHorizontalBlur) : SV_Target
{
	float2 texOffset;
	if(gHorizontalBlur) { texOffset = float2(gTexelWidth, 0.0f); } else { texOffset = float2(0.0f, gTexelHeight); }
	float4 color = gWeights[5]*gInputImage.SampleLevel(samNormalDepth, pin.Tex, 0.0);
	float totalWeight = gWeights[5];
	float4 centerNormalDepth = gNormalDepthMap.SampleLevel(samNormalDepth, pin.Tex, 0.0f);
	for(float i = -gBlurRadius; i <=gBlurRadius; ++i)
	{
		if( i == 0 ) continue;
		float2 tex = pin.Tex + i*texOffset;
		float4 neighborNormalDepth = gNormalDepthMap.SampleLevel(samNormalDepth, tex, 0.0f);
		if( dot(neighborNormalDepth.xyz, centerNormalDepth.xyz) >= 0.8f && abs(neighborNormalDepth.a - centerNormalDepth.a) <= 0.2f )
		{
			float weight = gWeights[i+gBlurRadius];
			color += weight*gInputImage.SampleLevel(samNormalDepth, tex, 0.0);
			totalWeight += weight;
		}
	}
	return color / totalWeight;
}
technique11 Ssao { pass P0 { SetVertexShader( CompileShader( vs_5_0, VS() ) ); SetGeometryShader( NULL ); SetPixelShader( CompileShader( ps_5_0, PS(14) ) ); } }
technique11 HorzBlur { pass P0 { SetVertexShader( CompileShader( vs_5_0, VS() ) ); SetGeometryShader( NULL ); SetPixelShader( CompileShader( ps_5_0, BlurPS(true) ) ); } }
technique11 VertBlur { pass P0 { SetVertexShader( CompileShader( vs_5_0, VS() ) ); SetGeometryShader( NULL ); SetPixelShader( CompileShader( ps_5_0, BlurPS(false) ) ); } }
