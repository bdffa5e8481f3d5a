// What effects before Direct3D 11 look like, and odd corners.
texture DiffuseTexture < string UIName = "Diffuse"; string File = "a.dds"; > ;
sampler2D DiffuseSampler = sampler_state
{
	Texture = <DiffuseTexture>;
	MinFilter = Linear;
	MaxAnisotropy = 4 + 4;
};
sampler Two[2];
shared float4x4 World : WORLD < bool Hidden = true; float Step = (1 > 0) ? 1 : 2; >;
uniform extern float Gamma < float UIMin = 0; float UIMax = 1.5; > = 1.0 / 2.2, Other = 3;
const float3 F0 = { 0.04, 0.04, 0.04 };
static const float2 Corners[4] = { { 0, 1 }, { 0, 0 }, { 1, 1 }, { 1, 0 } };
row_major float3x4 Bones[2] : register(vs, c10);
unsigned int Flags = 0x1Fu;
vector<float, 3> Axis; matrix<float, 4, 3> Rigid; Vector Any; Matrix M;
typedef float3 Color;
typedef struct { float a; } Named;
struct Inner { float x; } inner = { 1 }, more[2];
class Shape { float4 k; float4 Get() { return k * 2; } float4 Late(float s); };
float4 Shape::Late(float s) { return k * s; }
interface ILight { float4 Light(float3 p); };
VertexShader Shaders[2] = { CompileShader(vs_4_0, VSOld(0)), compile vs_2_0 VSOld(1) };
GeometryShader Stream = ConstructGSWithSO(CompileShader(gs_4_0, GS()), "POSITION.xyz;" " NORMAL.xyz");
cbuffer Fixed : register(b2)
{
	float3 AccelW : packoffset(c0) = { 0, 7.8, 0 };
	float Scale : packoffset(c0.w) = 2;
	static const int Radius = 5;
	float2 QuadTex[4] = { float2(0, 1), float2(0, 0), float2(1, 1), float2(1, 0) };
};
tbuffer Big { float4 Rows[8]; }

float4 f(float a, int n = 2);
inline float4 f(float a, int n) { return (a).xxxx * n; }

[maxvertexcount(3)]
void GS(triangle float4 i[3] : SV_Position, inout TriangleStream<Inner> stream, uint id : SV_PrimitiveID)
{
	Inner o = (Inner)0;
	stream.Append(o), stream.RestartStrip();
}

float4 VSOld(float4 p : POSITION, uniform int mode) : POSITION
{
	float3x3 m = (float3x3)World;
	float a[3] = (float[3])p.xyz;
	float4 line = p, pass = line, technique11 = 0;
	return p;
}

float4 PSOld(noperspective centroid float2 uv : TEXCOORD0, bool front : SV_IsFrontFace) : COLOR0
{
	struct Local { float v; };
	Local l; l.v = 1.0h;
	precise float2 q = uv;
	Color c = Color(1, 2, 3);
	q.yx += uv, q = -q;
	q = (q.x == 1 || q.y != 2 && q.x <= 3) ? q : uv.x > 0 ? -uv : +uv;
	int k = (int)q.x % 2 - -1;
	k <<= 1; k >>= 1; k |= 4; k &= 7; k ^= 1; k %= 3; k /= 1; k -= 0;
	double d = 2.0L;
	[branch] if (front) { q = 0; } else [flatten] if (k) q = 1;
	if (k) { if (front) q = 2; } else q = 3;
	return tex2D(DiffuseSampler, q) * 1.xxxx + M[0]._m00 + Two[0];
}

fxgroup Group < string Author = "nobody"; >
{
	technique10 Ten < int n = 1; >
	{
		pass < string RenderColorTarget0 = ""; > { VertexShader = Shaders[1]; CullMode = NONE; Texture[0] = <DiffuseTexture>; ColorWriteEnable = RED | GREEN; }
		PASS P1 { PixelShader = compile ps_2_0 PSOld(); ZEnable = (1 + 1) > 1; }
	}
}
technique { pass { } }
