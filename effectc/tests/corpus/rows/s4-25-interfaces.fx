interface I { float4 F(float4 x); float G(); };
class A : I { float4 k; float4 F(float4 x) { return x * k * G(); } float G() { return 2; } };
class B : I { float4 F(float4 x) { return x + G(); } float G() { return 1; } };
A a; B b; I i;
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target { return i.F(p); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), a)); } pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), b)); } }
