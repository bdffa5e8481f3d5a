float u; float3 f(float3 v) { return v * v; }
static float3 X = f(float3(u, u, u)); static float3 Y = X; static float Z = Y.x + X.y; static int Count; static float Table[2] = { u, u * 2 };
float4 VS(float4 p : POSITION) : SV_Position { Count++; X += 1; return p + float4(Y, Z) + Count + Table[1] + X.x; }
float4 PS() : SV_Target { return Z; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
