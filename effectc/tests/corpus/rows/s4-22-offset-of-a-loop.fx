Texture2D T; SamplerState S;
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 u : SV_Position) : SV_Target { float4 c = 0; [unroll] for (int y = 0; y < 3; y++) { c += T.Sample(S, u.xy, int2(0, y)); c += T.SampleLevel(S, u.xy, 0, int2(y - 1, -y)); } return c; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
