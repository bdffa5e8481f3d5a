Matrix m; unsigned int i; texture2D T; SamplerState S;
float4 VS(Vector p : POSITION) : SV_Position { return mul(p, m) + i; }
float4 PS(float4 p : SV_Position) : SV_Target { return T.Sample(S, p.xy); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
