// States of Direct3D 9 that have no twin, and states that name variables.
int Cull = 1;
float4 FogShade = float4(0.5, 0.5, 0.6, 1);
Texture2D Map;
float4 VS(float4 position : POSITION) : SV_Position { return position; }
technique T
{
    pass P0
    {
        VertexShader = compile vs_4_0 VS();
        PixelShader = NULL;
        CullMode = (Cull);
        AlphaTestEnable = TRUE;
        AlphaRef = 0x80;
        alphafunc = GreaterEqual;
        FogEnable = 1;
        FogColor = <FogShade>;
        FogTableMode = Linear;
        Lighting = FALSE;
        Ambient = {0.2, 0.2, 0.2, 1};
        Texture[0] = <Map>;
        MinFilter[0] = Linear;
        ColorOp[0] = Modulate;
        ColorArg1[0] = Texture;
        Wrap0 = U | V;
        SRGBWriteEnable = TRUE;
        DitherEnable = FALSE;
        ShadeMode = FLAT;
    }
}
