// Shaders in assembly language beside others: passes with them have no shaders, the others are compiled.
float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 PS() : COLOR { return 1; }
PixelShader Old = asm { ps.1.1 ; it's the old form @
    tex t0 // a comment
    mov r0, t0 };
technique Assembly
{
    pass P { VertexShader = compile vs_1_1 VS(); PixelShader = asm { ps_1_1 mov r0, v0 }; CullMode = NONE; }
    pass Q { VertexShader = compile vs_1_1 VS(); PixelShader = (Old); }
    pass R { VertexShader = compile vs_1_1 VS(); PixelShader = (Old); }
}
technique Compiled { pass P { VertexShader = compile vs_1_1 VS(); PixelShader = compile ps_2_0 PS(); } }
