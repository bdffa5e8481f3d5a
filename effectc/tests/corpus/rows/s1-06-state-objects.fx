// Every member of the state blocks, irregularly spelled.
RasterizerState Rs { FillMode = SOLID; CullMode = none; FrontCounterClockWise = TRUE; DepthBias = 1000; DepthBiasClamp = 0.0f; SlopeScaledDepthBias = 1.0f; MultisampleEnable = true; DepthClipEnable = True; ScissorEnable = FALSE; AntialiasedLineEnable = false; };
BlendState Bs
{
    AlphaToCoverageEnable = FALSE;
    BlendEnable[0] = TRUE; BlendEnable[1] = FALSE;
    SrcBlend = SRC_ALPHA; DestBlend = INV_SRC_ALPHA; BlendOp = ADD;
    SrcBlendAlpha = ZERO; DestBlendAlpha = ZERO; BlendOpAlpha = ADD;
    RenderTargetWriteMask[0] = 0x0F; RenderTargetWriteMask[1] = 0x0F;
};
DepthStencilState Ds
{
    DepthEnable = true; DepthWriteMask = ALL; DepthFunc = less_equal;
    StencilEnable = TRUE; StencilReadMask = 0xFF; StencilWriteMask = 0xff;
    FrontFaceStencilFail = KEEP; FrontFaceStencilDepthFail = INCR; FrontFaceStencilPass = Keep; FrontFaceStencilFunc = ALWAYS;
    BackFaceStencilFail = KEEP; BackFaceStencilDepthFail = DECR; BackFaceStencilPass = KEEP; BackFaceStencilFunc = always;
};
DepthStencilState NoWrite { DepthWriteMask = 0; };
SamplerComparisonState Cmp { Filter = COMPARISON_MIN_MAG_LINEAR_MIP_POINT; AddressU = Border; AddressV = BORDER; AddressW = border; BorderColor = float4(1, 1, 1, 1); ComparisonFunc = LESS; };
SamplerState Smp { Filter = MIN_MAG_MIP_Linear; AddressU = Wrap; AddressV = mirror; AddressW = CLAMP; MipLODBias = -0.5; MaxAnisotropy = 8; MinLOD = 0; MaxLOD = 4; BorderColor = float4(0, 0, 0, 1e5f); };
Texture2D Map;
float4 VS(float4 p : POSITION) : SV_POSITION { return p; }
float4 PS(float4 p : SV_POSITION) : SV_Target { return Map.Sample(Smp, p.xy) * Map.SampleCmpLevelZero(Cmp, p.xy, p.z); }
technique11 T
{
    pass P
    {
        SetRasterizerState(Rs);
        SetBlendState(Bs, float4(0.0f, 0.0f, 0.0f, 0.0f), 0xFFFFFFFF);
        SetDepthStencilState(Ds, 1);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
    pass Q { SetDepthStencilState(NoWrite, 0); SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); }
}
