// States of Direct3D 9 without a twin, at least one for each advice.
float4x4 World;
float4 Factor;
Texture2D Map;
sampler S = sampler_state { Texture = (Map); ElementIndex = 1; DMapOffset = 2; };
float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 PS() : COLOR { return tex2D(S, 0); }
technique T
{
    pass P
    {
        VertexShader = compile vs_2_0 VS();
        PixelShader = compile ps_2_0 PS();
        WorldTransform[0] = (World);
        VertexShaderConstant[0] = (Factor);
        PointSpriteEnable = TRUE;
        ClipPlaneEnable = 1;
        PatchEdgeStyle = 1;
        VertexBlend = 1;
        FVF = 2;
        DebugMonitorToken = 1;
    }
}
