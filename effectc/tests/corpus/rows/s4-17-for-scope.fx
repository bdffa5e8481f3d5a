float4 VS(float4 p : POSITION) : SV_Position { for (int i = 0; i < 2; i++) { p += i; } for (i = 0; i < 2; i++) p *= 2; int k = i; for (int i = 5; i > 0; i--) { float i = 2; p += i; } return p + k; }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
