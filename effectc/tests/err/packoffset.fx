// Offsets that a register cannot hold, that overlap, that only some members have.
cbuffer Crosses { float4 a : packoffset(c0.y); float3 b : packoffset(c2.z); float c[2] : packoffset(c4.y); };
cbuffer Overlaps { float4 d : packoffset(c1); float e : packoffset(c0.w); float f : packoffset(c1.w); float2 g : packoffset(c1.x); };
cbuffer Mixed { float4 h; float i : packoffset(c3); };
float4 PS() : SV_Target { return a + d + h; }
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
