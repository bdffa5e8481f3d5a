float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 VS1(float4 p : POSITION, out float4 c : COLOR) : POSITION0 { c = p; return p; }
float4 PS() : COLOR { return 1; }
technique T { pass P { VertexShader = compile vs_1_1 VS(); PixelShader = compile ps_2_0 PS(); } pass Q { VertexShader = compile vs_3_0 VS1(); PixelShader = compile ps_3_0 PS(); } }
