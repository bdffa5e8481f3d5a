// States that Vulkan has no twin of.
RasterizerState SmoothLines { AntialiasedLineEnable = TRUE; };
RasterizerState Multisampled { AntialiasedLineEnable = TRUE; MultisampleEnable = TRUE; };
float4 VS(float4 position : POSITION) : SV_Position { return position; }
technique11 T
{
    pass P { SetRasterizerState(SmoothLines); SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); }
}
