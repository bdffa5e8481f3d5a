// Every member of every kind of state block, in the spellings that effect files use.
RasterizerState Wire
{
    Fillmode = WIREFRAME; CullMode = None; FrontCounterClockWise = true; DepthBias = 100000; DepthBiasClamp = 0.5f;
    SlopeScaledDepthBias = 1.0f; DepthClipEnable = FALSE; ScissorEnable = TRUE; MultisampleEnable = 1; AntialiasedLineEnable = true;
};
RasterizerState Defaults {};

DepthStencilState Stencil
{
    DepthEnable = false; DepthWriteMask = 0; DepthFunc = Less_Equal; StencilEnable = true; StencilReadMask = 0x0F; StencilWriteMask = 255;
    FrontFaceStencilFail = Incr; FrontFaceStencilDepthFail = INCR_SAT; FrontFaceStencilPass = Replace; FrontFaceStencilFunc = EQUAL;
    BackFaceStencilFail = decr; BackFaceStencilDepthFail = Decr_Sat; BackFaceStencilPass = invert; BackFaceStencilFunc = Not_Equal;
};
DepthStencilState DisableDepth { DepthEnable = FALSE; DepthWriteMask = ZERO; };

BlendState AlphaBlend
{
    AlphaToCoverageEnable = false;
    BlendEnable[0] = true;
    SrcBlend[0] = SRC_ALPHA; DestBlend[0] = INV_SRC_ALPHA; BlendOp[0] = ADD;
    SrcBlendAlpha[0] = One; DestBlendAlpha[0] = Zero; BlendOpAlpha[0] = Add;
    RenderTargetWriteMask[0] = 15;
};
BlendState Additive
{
    AlphaToCoverageEnable = TRUE; BlendEnable[1] = TRUE; BlendEnable[2] = TRUE;
    SrcBlend = ONE; DestBlend = ONE; BlendOp = REV_SUBTRACT; RenderTargetWriteMask[1] = 0x7;
};

static const float BIAS = -0.5;
SamplerState Plain;
SamplerState Aniso { Filter = ANISOTROPIC; MaxAnisotropy = 8; AddressU = mirror; AddressV = Border; AddressW = Mirror_Once;
    BorderColor = float4(0.0f, 0.25f, 1.0f, 1e5f); MipLODBias = BIAS * 2; MinLOD = 1; MaxLOD = 4 + 1; };
SamplerComparisonState Shadow { Filter = COMPARISON_MIN_MAG_LINEAR_MIP_POINT; ComparisonFunc = Less; AddressU = BORDER; };

Texture2D Map;
Texture2D ShadowMap;

float4 VS(float4 position : POSITION) : SV_Position { return position; }
float4 PS(float4 position : SV_Position) : SV_Target
{
    return Map.Sample(Plain, position.xy) + Map.Sample(Aniso, position.xy)
        + ShadowMap.SampleCmpLevelZero(Shadow, position.xy, 0.5f);
}

technique11 T0 <string note = "states"; int order = 2; float2 range = {0, 1.5};>
{
    pass P0 <bool hidden = true;>
    {
        SetRasterizerState(Wire);
        SetDepthStencilState(Stencil, 3);
        SetBlendState(AlphaBlend, float4(0, 0.5, 1, 1), 0xFFFFFFFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(NULL);
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
    pass P1
    {
        SetRasterizerState(Defaults);
        SetDepthStencilState(DisableDepth, 0);
        SetBlendState(Additive, float4(0, 0, 0, 0), 0xFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(NULL);
    }
    pass P2
    {
        SetBlendState(NULL, float4(0, 0, 0, 0), -1);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
