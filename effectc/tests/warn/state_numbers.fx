// Numbers in states, which fxc writes down as they are: of a mask the lowest byte, and what Direct3D has no value for is
// the default. So is a variable that has no value yet.
int cull; float4 factor; uint refs[2] = { 3, 7 }; uint which = 1;
RasterizerState R { CullMode = 7; FillMode = 2; };
RasterizerState V { CullMode = cull; FillMode = SOLID; };
DepthStencilState D { DepthWriteMask = 0x0F; DepthFunc = 4; StencilReadMask = 0x102; StencilWriteMask = 0xFFFFFFFF; };
SamplerState S { Filter = ANISOTROPIC; MaxAnisotropy = 32; };
BlendState B { BlendEnable[0] = TRUE; RenderTargetWriteMask[0] = 0x17; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS() : SV_Target { return 1; }
technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS()));
        SetRasterizerState(R); SetDepthStencilState(D, 0); SetBlendState(B, factor, 0xFFFFFFFF);
    }
    pass Q { SetRasterizerState(V); SetDepthStencilState(D, refs[which]); }
}
