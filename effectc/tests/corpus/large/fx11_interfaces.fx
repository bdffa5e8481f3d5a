// Effects 11: groups, and classes behind interfaces that passes bind.
interface iBaseLight { float3 IlluminateAmbient(float3 vNormal); float3 IlluminateDiffuse(float3 vNormal); };
interface iMaterial { float3 GetAmbientColor(float2 uv); float3 GetDiffuseColor(float2 uv); int GetSpecularPower(); };
class cAmbientLight : iBaseLight
{
	float3 m_vLightColor;
	bool m_bEnable;
	float3 IlluminateAmbient(float3 vNormal) { return m_vLightColor * m_bEnable; }
	float3 IlluminateDiffuse(float3 vNormal) { return (float3)0; }
};
class cHemiAmbientLight : cAmbientLight
{
	float4 m_vGroundColor;
	float4 m_vDirUp;
	float3 IlluminateAmbient(float3 vNormal) { float thetha = (dot(vNormal, m_vDirUp.xyz) + 1.0f) / 2.0f; return lerp(m_vGroundColor, m_vLightColor, thetha) * m_bEnable; }
};
class cDirectionalLight : cAmbientLight
{
	float4 m_vLightDir;
	float3 IlluminateDiffuse(float3 vNormal) { return saturate(dot(vNormal, m_vLightDir.xyz)) * m_vLightColor; }
};
Texture2D g_txDiffuse; SamplerState g_samLinear;
class cPlastic : iMaterial
{
	float3 m_vColor; int m_iSpecPower;
	float3 GetAmbientColor(float2 uv) { return m_vColor; }
	float3 GetDiffuseColor(float2 uv) { return m_vColor; }
	int GetSpecularPower() { return m_iSpecPower; }
};
class cPlasticTextured : cPlastic
{
	float3 GetDiffuseColor(float2 uv) { return m_vColor * g_txDiffuse.Sample(g_samLinear, uv); }
};
cbuffer cbPerFrame
{
	cAmbientLight g_ambientLight; cHemiAmbientLight g_hemiAmbientLight; cDirectionalLight g_directionalLight;
	cPlastic g_plastic; cPlasticTextured g_plasticTextured;
	float4x4 g_WorldViewProj; float4x4 g_World;
};
iBaseLight g_abstractAmbientLighting; iBaseLight g_abstractDirectLighting; iMaterial g_abstractMaterial;
struct PS_INPUT { float4 vPosition : SV_POSITION; float3 vNormal : NORMAL; float2 vTexcoord : TEXCOORD0; };
PS_INPUT VSMain(float4 p : POSITION, float3 n : NORMAL, float2 uv : TEXCOORD0) { PS_INPUT o; o.vPosition = mul(p, g_WorldViewProj); o.vNormal = mul(n, (float3x3)g_World); o.vTexcoord = uv; return o; }
float4 PSMain(PS_INPUT Input) : SV_TARGET
{
	float3 Ambient = g_abstractMaterial.GetAmbientColor(Input.vTexcoord) * g_abstractAmbientLighting.IlluminateAmbient(Input.vNormal);
	float3 Diffuse = g_abstractMaterial.GetDiffuseColor(Input.vTexcoord) * g_abstractDirectLighting.IlluminateDiffuse(Input.vNormal);
	float Spec = pow(saturate(Diffuse.r), g_abstractMaterial.GetSpecularPower());
	return float4(saturate(Ambient + Diffuse + Spec), 1.0f);
}
float4 PSUniform(PS_INPUT Input, uniform iBaseLight ambient, uniform iBaseLight direct, uniform iMaterial material) : SV_TARGET
{
	float3 c = material.GetAmbientColor(Input.vTexcoord) * ambient.IlluminateAmbient(Input.vNormal) + material.GetDiffuseColor(Input.vTexcoord) * direct.IlluminateDiffuse(Input.vNormal);
	return float4(c, 1);
}
VertexShader g_VS = CompileShader(vs_5_0, VSMain());
PixelShader g_PS = CompileShader(ps_5_0, PSMain());
fxgroup Group0
{
	technique11 Bound
	{
		pass P0 { SetVertexShader(g_VS); SetPixelShader(BindInterfaces(g_PS, g_ambientLight, g_directionalLight, g_plastic)); }
		pass P1 { SetVertexShader(g_VS); SetPixelShader(BindInterfaces(g_PS, g_hemiAmbientLight, g_directionalLight, g_plasticTextured)); }
	}
}
fxgroup Group1
{
	technique11 Uniform { pass P0 { SetVertexShader(g_VS); SetPixelShader(CompileShader(ps_5_0, PSUniform(g_hemiAmbientLight, g_directionalLight, g_plasticTextured))); } }
}
