// The camera's place out of the inverse view matrix, and other swizzles of matrices.
cbuffer GlobalBuffer { matrix V; matrix P; matrix VP; matrix VInv; };
float3 CameraPosition() { return -V._41_42_43; }
struct O { float4 p : SV_POSITION; float3 e : POSITION1; };
O VS(float4 p : POSITION) { O o; o.p = mul(p, VP); o.e = CameraPosition() + VInv._41_42_43 + float3(V._m00, V._11, V[1].y); return o; }
float4 PS(O i) : SV_TARGET { matrix m = VInv; m._41_42_43 = 0; m[0].xyz = normalize(i.e); return float4(m._11_12_13, 1) + V._m00_m11_m22_m33; }
technique11 T0 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } };
