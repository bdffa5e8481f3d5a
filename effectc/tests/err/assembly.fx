float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 f(float4 p) { return asm { mov r0, p }; }
technique Assembly { pass P { VertexShader = compile vs_1_1 VS(); PixelShader = asm { ps_1_1 mov r0, v0 }; } }
