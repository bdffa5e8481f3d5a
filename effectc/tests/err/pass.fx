// Everything that can be wrong in a pass.
RasterizerState Wire { FillMode = WIREFRAME; };
BlendState Alpha {};
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 Uniform(float4 p : POSITION, uniform int count) : SV_Position { return p * count; }
float4 Prototype(float4 p : POSITION) : SV_Position;
float factor;
technique11 T0
{
    pass P0
    {
        SetVertexShader(CompileShader(ps_5_0, VS()));
        SetVertexShader(CompileShader(vs_5_5, VS()));
        SetVertexShader(CompileShader(vs_5_0, VSS()));
        SetVertexShader(CompileShader(vs_5_0, Uniform(3)));
        SetVertexShader(CompileShader(vs_5_0, Uniform()));
        SetVertexShader(CompileShader(vs_5_0, Prototype()));
        SetVertexShader(VS);
        SetPixelShader(3);
        SetVertxShader(NULL);
        SetRenderTargets(NULL, NULL);
        SetRasterizerState(Wrie);
        SetRasterizerState(Alpha);
        SetRasterizerState(Wire, 1);
        SetBlendState(Alpha, float4(0, 0, 0, factor), 0xFF);
        SetBlendState(Alpha);
        SetDepthStencilState(NULL, -1);
        CullMode = NONE;
        SetGeometryShader(ConstructGSWithSO(CompileShader(gs_5_0, VS()), "POSITION.xyz"));
    }
}
