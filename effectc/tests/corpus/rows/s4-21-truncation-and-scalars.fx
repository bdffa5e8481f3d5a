float g(float x) { return x; } float2 a; float b;
float4 VS(float4 p : POSITION) : SV_Position { return g(a) + normalize(b) + g(p) + float4(normalize(a), 0, 0); }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
