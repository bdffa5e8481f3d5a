// Smooth lines of Direct3D 9, in two of three passes: with multisampling they are no wish.
float4 VS() : POSITION { return 0; }
float4 PS() : COLOR { return 1; }
stateblock Smooth = stateblock_state { AntialiasedLineEnable = TRUE; MultisampleAntialias = FALSE; };
technique T
{
    pass A
    {
        VertexShader = compile vs_2_0 VS();
        PixelShader = compile ps_2_0 PS();
        AntialiasedLineEnable = TRUE;
        MultisampleAntialias = FALSE;
    }
    pass B { AntialiasedLineEnable = TRUE; }
    pass C { StateBlock = (Smooth); }
}
