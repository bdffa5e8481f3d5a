// A matrix packed by columns as vertex input would give the shader its transpose.
#pragma pack_matrix(column_major)
struct V { float4 p : POSITION; float4x4 world : INST; };
float4 VS(V v) : SV_Position { return mul(v.p, v.world); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
