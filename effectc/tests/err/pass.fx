// Everything that can be wrong in a pass.
RasterizerState Wire { FillMode = WIREFRAME; };
RasterizerState Many[2] = { { FillMode = WIREFRAME; }, { FillMode = SOLID; } };
BlendState Alpha {};
RenderTargetView Target;
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 Uniform(float4 p : POSITION, uniform int count) : SV_Position { return p * count; }
float4 Prototype(float4 p : POSITION) : SV_Position;
float factor;
VertexShader Shaders[2] = { CompileShader(vs_5_0, VS()), NULL };
float2 pair;
technique11 T0
{
    pass P0
    {
        SetVertexShader(CompileShader(ps_5_0, VS()));
        SetVertexShader(CompileShader(vs_5_5, VS()));
        SetVertexShader(CompileShader(vs_5_0, VSS()));
        SetVertexShader(CompileShader(vs_5_0, Uniform(3, 4)));
        SetVertexShader(CompileShader(vs_5_0, Uniform()));
        SetVertexShader(CompileShader(vs_5_0, Prototype()));
        SetVertexShader(VS);
        SetVertexShader(Shaders);
        SetVertexShader(Shaders[2]);
        SetVertexShader(Shaders[pair]);
        SetVertexShader(Shadres[0]);
        SetPixelShader(3);
        SetVertxShader(NULL);
        SetRenderTargets(NULL);
        SetRenderTargets(Traget, NULL);
        SetRasterizerState(Wrie);
        SetRasterizerState(Alpha);
        SetRasterizerState(Wire, 1);
        SetRasterizerState(Many);
        SetRasterizerState(Many[2]);
        SetBlendState(Alpha, float4(0, 0, Target, 0), 0xFF);
        SetBlendState(Alpha);
        SetDepthStencilState(NULL, -2);
        FrontCounterClockwise = TRUE;
        CulMode = NONE;
        CullMode = NNOE;
        ZFunc = LessOrEqual;
        AlphaRef[1] = 3;
        ColorWriteEnable = RED | GRAEN;
        FillMode = 7;
        RasterizerState[1] = Wire;
        SetPixelShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "SV_Position.xyz"));
        SetGeometryShader(ConstructGSWithSO(CompileShader(ps_5_0, VS()), "SV_Position.xyz"));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "SV_Position.xz"));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "0:SV_Position.xyz; 4:TEXCOORD1.xy"));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "SV_Position.xyz; 3D.x"));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "SV_Position.xyz", "A.x", NULL, NULL, 5));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), "0:SV_Position.xyz", "0:A.x", NULL, NULL, 0));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS())));
        SetGeometryShader(ConstructGSWithSO(CompileShader(vs_5_0, VS()), ";"));
    }
}
