Texture2D A : register(t0); Texture2D B : register(t0); SamplerState S : register(s0); cbuffer C : register(b0) { float4 c; } cbuffer D : register(b0) { float4 d; } float4 loose;
float4 VS(float4 p : POSITION) : SV_Position { return p + d + loose + A.SampleLevel(S, 0, 0); }
float4 PS(float4 p : SV_Position) : SV_Target { return c + B.Sample(S, p.xy) + loose; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
