// A state block in a pass: what it assigns, the pass assigns.
float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 PS(uniform bool isRed) : COLOR { return isRed ? float4(1, 0, 0, 1) : 1; }
technique T
{
    pass P
    {
        StateBlock = stateblock_state
        {
            ZEnable = false;
            VertexShader = compile vs_2_0 VS();
            PixelShader = compile ps_2_0 PS(true);
        };
        CullMode = None;
    }
    pass Q { STATEBLOCK = StateBlock_State { PixelShader = compile ps_2_0 PS(false); } }
}
