// Read and written.
float4x4 m;
float3 f() { return -m._41_42_43; }
float4 VS(float4 p : POSITION) : SV_Position { float4x4 n = m; n._41_42_43 = f(); n._m33 = 1; n._11_22 *= 2; return mul(p, n); }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
