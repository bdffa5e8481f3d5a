// A matrix packed by columns as vertex input must be square.
#pragma pack_matrix(column_major)
struct V { float4 p : POSITION; float3x4 world : INST; };
float4 VS(V v) : SV_Position { return mul(v.world, v.p).xyzz; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
