// More of what the grammar expects.
cbuffer { float4 y; };
cbuffer : register(b0) { float4 z; };
float4 i(float4 : POSITION) { return 0; }
float4 s : register(t0, space);
float4 s1 : register(t0, 5);
float4 t : packoffset(c0.5);
float4 t1 : packoffset(7);
class C { float ; };
class D { float () { return 1; } };
string l = "a\q";
[] float4 a2() { return 0; }
struct 5 { float4 x; };
interface 5 {};
namespace 5 { float4 x; }
sampler S = sampler_state { Texture = <5>; = LINEAR; };
sampler S2 = sampler_state { Texture = ; };
BlendState B { 5 = 3; };
VertexShader n = CompileShader(5, F());
VertexShader n2 = CompileShader(vs_5_0, 5);
VertexShader n3 = compile vs_5_0 5();
technique { pass { VertexShader = compile vs_5_0 (); PixelShader = CompileShader(ps_5_0); } }
technique T <string = "x";> { pass P < > { } }
float4 j() { float4 a = 1; a.5; for (float 5;;) {} float [2]; return a[]; }
float4 k() { if 1 return; while (1; }
float4 q; \ 
float4 r;
