struct V { float4 p : SV_Position; };
V VS(float4 p : POSITION) { V o; o.p = p; return o; }
float4 PS(V i, uniform int k) : SV_Target { return k; }
float4 PS(V i) : SV_Target { return 0; }
technique11 T { pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(5))); } }
