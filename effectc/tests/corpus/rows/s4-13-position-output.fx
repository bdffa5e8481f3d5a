struct O { float4 a : TEXCOORD3; float4 p : POSITION; float4 c : COLOR0; float f : FOG; float s : PSIZE; };
O VS(float4 p : POSITION0, float3 n : NORMAL) { O o; o.a = p; o.p = p; o.c = n.xyzz; o.f = 1; o.s = 4; return o; }
float4 PS(float4 c : COLOR0, float4 a : TEXCOORD3) : COLOR0 { return c * a; }
technique T { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(); } }
