// Everything that only effects have, between code that uses none of it.
RasterizerState R { CullMode = BACK; };
BlendState B { BlendEnable[0] = FALSE; };
DepthStencilState D { DepthEnable = FALSE; };
RenderTargetView Target; DepthStencilView DepthView;
VertexShader v = CompileShader(vs_5_0, VS());
stateblock Sb = stateblock_state { ZEnable = TRUE; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS() : SV_Target { return 1; }
fxgroup G { technique11 T { pass P { SetRenderTargets(Target, DepthView); SetRasterizerState(R); SetBlendState(B, 0, -1); SetDepthStencilState(D, 0); SetVertexShader(v); SetPixelShader(CompileShader(ps_5_0, PS())); } } }
