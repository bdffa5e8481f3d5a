// A shader in assembly language, in a pass and in a variable: one message for each.
PixelShader Old = asm { ps_1_1
    mov r0, v0 };
technique T
{
    pass P
    {
        VertexShader = asm { vs_1_1
            dcl_position v0
            m4x4 oPos, v0, c0 };
        PixelShader = <Old>;
    }
}
