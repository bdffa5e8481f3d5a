float4x4 m : register(c0); float4 a : register(c0); float4 b : register(vs, c4); float4 d : register(ps, c7); bool f : register(b0); int n : register(i0); sampler2D s : register(s0);
float4 VS(float4 p : POSITION) : POSITION { return mul(p, m) + a + b; }
float4 PS(float2 u : TEXCOORD) : COLOR { if (f) return d * n; return tex2D(s, u); }
technique T { pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); } }
