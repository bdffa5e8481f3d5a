Texture2DMS<float4, 4> M;
struct O { float4 p : SV_Position; float4 t[2] : TEXCOORD; };
O VS(float4 p : POSITION, float2 uv[2] : TEXCOORD) { O o; o.p = p; o.t[0] = uv[0].xyxy; o.t[1] = uv[1].xyxy; return o; }
struct Q { float4 c[2] : SV_Target; };
Q PS(O i) { Q q; q.c[0] = i.t[0] + M.Load(int2(0, 0), 1); q.c[1] = i.t[1] + M.sample[1][int2(1, 1)]; return q; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
