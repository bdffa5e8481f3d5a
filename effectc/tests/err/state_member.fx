// A misspelt member, a member of another kind, misspelt values; all found in one run.
SamplerComparisonState Shadow
{
    ComparisionFunc = Less;
    Filter = COMPARISON_MIN_MAG_LINEAR_MIP_PIONT;
    AddressU = Wrapp;
    CullMode = NONE;
    MaxAnisotropy = 17;
    BorderColor = float3(1, 2, 3);
    MipLODBias = 1e39;
};
RasterizerState R { FillMode[1] = SOLID; CullMode = 7; DepthClipEnable = YES; DepthBias = 1.5e10; };
BlendState B { BlendEnable[8] = TRUE; SrcBlend[0] = SRC_APLHA; };
DepthStencilState D { StencilReadMask = 0x100; DepthFunc = unknown + 1; };
technique11 T { pass P { SetPixelShader(NULL); } }
