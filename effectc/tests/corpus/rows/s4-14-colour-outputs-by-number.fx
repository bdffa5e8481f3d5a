struct O { float4 b : COLOR1; float4 a : COLOR0; float d : DEPTH; };
float4 VS(float4 p : POSITION) : POSITION { return p; }
O PS(float2 v : VPOS, float f : VFACE) { O o; o.a = f; o.b = v.xyxy; o.d = 0.5; return o; }
technique T { pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); } }
