// Matrices mixed by a number, as skinning between two frames does.
matrix A; matrix B; float3x3 C; float3x3 D; float ratio;
float4 VS(float4 p : POSITION) : SV_POSITION { matrix m = lerp(A, B, ratio); float3x3 n = lerp(C, D, 0.25f); matrix k = A * 0.5 + B * 0.5; return mul(p, m) + float4(mul(p.xyz, n), 0) + mul(p, k); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
