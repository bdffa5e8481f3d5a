//=============================================================================
// Shadow mapped, normal mapped, reflecting surface; and the pass that builds the map.
//=============================================================================
#include "LightHelper.fxh"

cbuffer cbPerFrame
{
	DirectionalLight gDirLights[3];
	float3 gEyePosW;

	float  gFogStart;
	float  gFogRange;
	float4 gFogColor;
};

cbuffer cbPerObject
{
	float4x4 gWorld;
	float4x4 gWorldInvTranspose;
	float4x4 gWorldViewProj;
	float4x4 gTexTransform;
	float4x4 gShadowTransform;
	Material gMaterial;
};

// Nonnumeric values cannot be added to a cbuffer.
Texture2D gShadowMap;
Texture2D gDiffuseMap;
Texture2D gNormalMap;
TextureCube gCubeMap;

SamplerState samLinear
{
	Filter = MIN_MAG_MIP_LINEAR;
	AddressU = WRAP;
	AddressV = WRAP;
};

SamplerComparisonState samShadow
{
	Filter   = COMPARISON_MIN_MAG_LINEAR_MIP_POINT;
	AddressU = BORDER;
	AddressV = BORDER;
	AddressW = BORDER;
	BorderColor = float4(0.0f, 0.0f, 0.0f, 0.0f);
	ComparisonFunc = LESS;
};

RasterizerState Depth
{
	// With a 24 bit depth buffer the bias is in units of 2^-24.
	DepthBias = 100000;
	DepthBiasClamp = 0.0f;
	SlopeScaledDepthBias = 1.0f;
};

struct VertexIn
{
	float3 PosL     : POSITION;
	float3 NormalL  : NORMAL;
	float2 Tex      : TEXCOORD;
	float3 TangentL : TANGENT;
};

struct VertexOut
{
	float4 PosH       : SV_POSITION;
	float3 PosW       : POSITION;
	float3 NormalW    : NORMAL;
	float3 TangentW   : TANGENT;
	float2 Tex        : TEXCOORD0;
	float4 ShadowPosH : TEXCOORD1;
};

VertexOut VS(VertexIn vin)
{
	VertexOut vout;
	vout.PosW     = mul(float4(vin.PosL, 1.0f), gWorld).xyz;
	vout.NormalW  = mul(vin.NormalL, (float3x3)gWorldInvTranspose);
	vout.TangentW = mul(vin.TangentL, (float3x3)gWorld);
	vout.PosH = mul(float4(vin.PosL, 1.0f), gWorldViewProj);
	vout.Tex = mul(float4(vin.Tex, 0.0f, 1.0f), gTexTransform).xy;
	vout.ShadowPosH = mul(float4(vin.PosL, 1.0f), gShadowTransform);
	return vout;
}

float4 PS(VertexOut pin,
          uniform int gLightCount,
          uniform bool gUseTexure,
          uniform bool gAlphaClip,
          uniform bool gFogEnabled,
          uniform bool gReflectionEnabled) : SV_Target
{
	pin.NormalW = normalize(pin.NormalW);
	float3 toEye = gEyePosW - pin.PosW;
	float distToEye = length(toEye);
	toEye /= distToEye;

	float4 texColor = float4(1, 1, 1, 1);
	if(gUseTexure)
	{
		texColor = gDiffuseMap.Sample( samLinear, pin.Tex );
		if(gAlphaClip)
		{
			clip(texColor.a - 0.1f);
		}
	}

	float3 normalMapSample = gNormalMap.Sample(samLinear, pin.Tex).rgb;
	float3 bumpedNormalW = NormalSampleToWorldSpace(normalMapSample, pin.NormalW, pin.TangentW);

	float4 litColor = texColor;
	if( gLightCount > 0  )
	{
		float4 ambient = float4(0.0f, 0.0f, 0.0f, 0.0f);
		float4 diffuse = float4(0.0f, 0.0f, 0.0f, 0.0f);
		float4 spec    = float4(0.0f, 0.0f, 0.0f, 0.0f);

		// Only the first light casts a shadow.
		float3 shadow = float3(1.0f, 1.0f, 1.0f);
		shadow[0] = CalcShadowFactor(samShadow, gShadowMap, pin.ShadowPosH);

		[unroll]
		for(int i = 0; i < gLightCount; ++i)
		{
			float4 A, D, S;
			ComputeDirectionalLight(gMaterial, gDirLights[i], bumpedNormalW, toEye, A, D, S);
			ambient += A;
			diffuse += shadow[i]*D;
			spec    += shadow[i]*S;
		}
		litColor = texColor*(ambient + diffuse) + spec;

		if( gReflectionEnabled )
		{
			float3 incident = -toEye;
			float3 reflectionVector = reflect(incident, bumpedNormalW);
			float4 reflectionColor  = gCubeMap.Sample(samLinear, reflectionVector);
			litColor += gMaterial.Reflect*reflectionColor;
		}
	}

	if( gFogEnabled )
	{
		float fogLerp = saturate( (distToEye - gFogStart) / gFogRange );
		litColor = lerp(litColor, gFogColor, fogLerp);
	}
	litColor.a = gMaterial.Diffuse.a * texColor.a;
	return litColor;
}

struct ShadowOut { float4 PosH : SV_POSITION; float2 Tex : TEXCOORD; };
ShadowOut ShadowVS(VertexIn vin)
{
	ShadowOut vout;
	vout.PosH = mul(float4(vin.PosL, 1.0f), gWorldViewProj);
	vout.Tex  = mul(float4(vin.Tex, 0.0f, 1.0f), gTexTransform).xy;
	return vout;
}
void ShadowPS(ShadowOut pin)
{
	float4 diffuse = gDiffuseMap.Sample(samLinear, pin.Tex);
	clip(diffuse.a - 0.15f);
}

technique11 BuildShadowMap
{
	pass P0
	{
		SetVertexShader( CompileShader( vs_5_0, ShadowVS() ) );
		SetGeometryShader( NULL );
		SetPixelShader( NULL );
		SetRasterizerState(Depth);
	}
}
technique11 BuildShadowMapAlphaClip
{
	pass P0
	{
		SetVertexShader( CompileShader( vs_5_0, ShadowVS() ) );
		SetGeometryShader( NULL );
		SetPixelShader( CompileShader( ps_5_0, ShadowPS() ) );
		SetRasterizerState(Depth);
	}
}
technique11 Light1
{
	pass P0
	{
		SetVertexShader( CompileShader( vs_5_0, VS() ) );
		SetGeometryShader( NULL );
		SetPixelShader( CompileShader( ps_5_0, PS(1, false, false, false, false) ) );
		SetRasterizerState(NULL);
	}
}
technique11 Light3TexAlphaClipFogReflect
{
	pass P0
	{
		SetVertexShader( CompileShader( vs_5_0, VS() ) );
		SetGeometryShader( NULL );
		SetPixelShader( CompileShader( ps_5_0, PS(3, true, true, true, true) ) );
		SetRasterizerState(NULL);
	}
}
