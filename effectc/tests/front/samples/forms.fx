// Declarations in every form that fxc takes.
float const X = 1;
const float static Y = 2;
static float const Z = 3.0f;
uniform extern float4 Shared : SHARED = {1, 2, 3, 4,};
typedef float4 Color, Pair[2];
typedef struct { float a; float b; } AB;
typedef struct Tag { float3 p; } Tagged;
typedef const float4 CF4;
;
AB ab;
Color color = {1,0,0,1}, other : DIFFUSE = 1;
Pair pair = { 1,2,3,4, 5,6,7,8 };
float4x4 m1 = 0; float4x4 m2 = { 1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1 };
row_major float4x4 m3; float4x4 row_major m4; column_major float3x4 m5 = {{1,2,3,4},{5,6,7,8},{9,10,11,12}};
float3x3 m6 = float4x4(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16);
struct Light { float3 dir; float range; float4 color; } lights[2] = { { {0,1,0}, 5, {1,1,1,1} }, { 1,0,0, 6, 0,0,0,0 } }, one = { 1,2,3, 4, {5,6,7,8} };
half h = 0.5h; half3 h3; dword d; DWORD dd = 0xFFFFFFFF; unsigned int ui = 3u; vector v; matrix m; vector<float, 3> v3; matrix<float, 3, 3> mm; Vector V; Matrix M; uint u = -1;
min16float mf; double dbl = 1.0L; bool flags[4] = { true, false, true, 1 }; int i1 = 010; int ix = 0x1F;
string Name = "abc" "def"; String Names[2] = { "a", "b" };
shared float4 sh; shared cbuffer SC : register(b3) < string tool = "x"; > { float4 inC : COLOR0 < string UIName = "c"; float UIMin = -1.0; > = float4(1,1,1,1); static const int N = 4; float arr[N + 1]; }
cbuffer { float4 nameless; };
cbuffer Packed { float4 a0 : packoffset(c0); float b0 : packoffset(c1.x); float2 c0 : packoffset(c1.z); }
Texture2D T2 : register(t0) < string name = "y"; >; TEXTURE2D T3; Texture2D<float4> T4[2], T5; texture2D T6;
sampler S1 : register(s0) = sampler_state { Texture = <T2>; MinFilter = Linear; magfilter = POINT, MipFilter = NONE; AddressU = Clamp; AddressV = MirrorOnce; BorderColor = 0xFF0000FF; MaxAnisotropy = 4; SRGBTexture = TRUE; };
sampler2D S2[2] = { sampler_state { Texture = (T2); }, sampler_state { Texture = <T4[1]>; MinFilter = Anisotropic; } };
SamplerState S3[2] { { Filter = MIN_MAG_MIP_POINT; }, { Filter = ANISOTROPIC; AddressU = WRAP; BorderColor = {0,0,0,1}; } };
SamplerState S4 = sampler_state { Filter = Linear; Texture = T2; ComparisonFunc = LESS; };
SamplerComparisonState S5 { Filter = COMPARISON_MIN_MAG_MIP_LINEAR; ComparisonFunc = Less_Equal; };
samplerCUBE S6 = sampler_state { Texture = <T2>; MaxMipLevel = 2; MipMapLodBias = -0.5; };
RasterizerState R1, R2 { CullMode = NONE; };
BlendState B1 { AlphaToCoverageEnable = FALSE; BlendEnable[0] = TRUE; BlendEnable[1] = FALSE; SrcBlend[0] = One; DestBlend = INV_SRC_ALPHA; RenderTargetWriteMask[0] = 0x0F; };
interface iL { float4 L(); }; class cL : iL { float4 c; float4 L() { return c; } }; cL theL; iL anyL = theL;
float4 Helper(in float4 a, float4 const b = 1, out float4 c : COLOR1, uniform float k = 2) { c = a; return b * k; }
inline float4 f2(const in float4 a) { [unroll] for (;;) { break; } [Branch] if (a.x > 0) { return 1.0.xxxx; } [loop] for (int i = 0; i < 3; i++) { } return (float4)0; }
precise float4 f3(snorm float4 a, unorm float b, noperspective float4 c : TEXCOORD1, centroid float4 const d : TEXCOORD2) : COLOR < string s = "f"; > { return float4(a.xyz, (float)b); }
struct VO { float4 p : SV_Position; noperspective float2 uv[2] : TEXCOORD0; linear centroid float4 c : COLOR0; float const q : PSIZE; };
void VS(float4 p : POSITION, out VO o) { o = (VO)0; o.p = p; };
float4 PS(VO i) : SV_Target { return i.c; }
[NumThreads(8, 1, 1)] void CS(uint3 id : SV_DispatchThreadID) { }
TECHNIQUE10 first < string s = "t"; bool b = true; float2 r = {0, 1}; > { PASS { SetVertexShader(CompileShader(VS_4_0, VS())); SetPixelShader(CompileShader(ps_4_0, PS())); } pass Second <int i = -1;> { } };
technique { pass { VertexShader = compile vs_4_0 VS(); PixelShader = NULL; ZEnable = true; BlendFactor = float4<1, 0, 0, 1>; } }
technique11 Empty { }
fxgroup { technique11 InGroup { pass { SetComputeShader(CompileShader(cs_5_0, CS())); } } }
