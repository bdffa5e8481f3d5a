float a = 1.5; float4 b = { 1, 2, 3, 4 }; cbuffer C { float3 c = { 5, 6, 7 }; float d[2] = { 8, 9 }; bool e = true; int f = -1; float2x2 g = { 1, 2, 3, 4 }; }
static const float K = 2; float h = K * 3 + 1; float4 i = float4(K, max(1, 2), -1, sqrt(4));
float4 VS(float4 p : POSITION) : SV_Position { return p * a + b + float4(c, d[1]) + e + f + g[1].xyxy + h + i; }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
