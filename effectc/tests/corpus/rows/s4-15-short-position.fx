float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float2 p : SV_Position) : SV_Target { return float4(p, 0, 1); }
float4 PS3(float3 p : SV_POSITION, bool front : SV_IsFrontFace) : SV_Target { return float4(p, front); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS3())); } }
