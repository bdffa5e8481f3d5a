interface I { float f(float a); }; class A : I { float k; float f(float a) { return a * k; } }; class B : A { float h; };
A one; I any; typedef float3 F3; cbuffer C : register(b1) { row_major float3x3 m : packoffset(c0); float n : packoffset(c2.w); }
float4 PS() : SV_Target { F3 v = mul(m._11_21_31, (float3x3)m); return any.f(n) + v.xyzx; }
technique11 T { pass P { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), one)); } }
