cbuffer C { static const int R = 5; float4 x; }; groupshared float4 g[256 + 2*R]; RWStructuredBuffer<float4> o;
[numthreads(64, 1, 1)] void CS(uint t : SV_GroupIndex) { g[t] = x * R; GroupMemoryBarrierWithGroupSync(); o[t] = g[63 - t]; }
technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
