RasterizerState R { FillMode = Wireframe; CullMode = None; DepthBias = -1; };
BlendState B { BlendEnable[0] = TRUE; SrcBlend[0] = SRC_ALPHA; RenderTargetWriteMask[0] = 0x0F; };
DepthStencilState D { DepthFunc = LESS; StencilEnable = true; StencilReadMask = 0xFF; };
SamplerState S { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; BorderColor = float4(1, 0, 0, 1); };
Texture2D T;
float4 VS(uint i : SV_VertexID) : SV_Position { return i; }
float4 PS(float4 p : SV_Position, uniform bool b) : SV_Target { return b ? T.Sample(S, p.xy) : 0; }
fxgroup G { technique11 X { pass P {
    SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(true)));
    SetGeometryShader(NULL); SetRasterizerState(R); SetBlendState(B, float4(0, 0, 0, 0), 0xFFFFFFFF); SetDepthStencilState(D, 1);
} } }
