float3 v; float4 a[2] = { 0, 0, 0, 0, 1, 1, 1, 1 }; static const float2 k[3] = { 1, 2, 3, 4, 5, 6 };
float4 VS(float4 p : POSITION) : SV_Position { float x[3] = (float[3])v; float3x3 m = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }; float4 l[2] = { 0, 0, 0, 0, 1, 1, 1, 1 }; return float4(x[0], x[1], x[2], k[2].y) + a[1] + l[1] + float4(m[1], 0); }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
