// A loop's variable goes on after the loop.
float w[8];
float4 PS(float4 p : SV_Position) : SV_Target { float s = 0; for (int i = 0; i < 4; i++) s += w[i]; for (i = 4; i < 8; i++) s -= w[i]; for (int i = 0; i < 2; ++i) s *= 2; return s + i; }
float4 VS(float4 p : POSITION) : SV_Position { return p; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
