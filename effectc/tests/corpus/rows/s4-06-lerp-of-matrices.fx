float4x4 A, B; float t; float2x3 c; row_major float3x4 d;
float4 VS(float4 p : POSITION) : SV_Position { float2x3 e = lerp(c, c * 2, t); return mul(p, lerp(A, B, t)) + float4(e[1], 0) + mul(p.xyz, lerp(d, d, A._11)); }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
