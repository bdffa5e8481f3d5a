// Passes in every form: shaders by variable, array and index, stream output, views, state objects in arrays, states of
// Direct3D 9, strings.
struct Point { float4 p : SV_Position; float2 uv : TEXCOORD0; };
Point VS(float4 p : POSITION, float2 uv : TEXCOORD0) { Point o; o.p = p; o.uv = uv; return o; }
[maxvertexcount(1)] void GS(point Point i[1], inout PointStream<Point> s) { s.Append(i[0]); }
float4 Red(Point i) : SV_Target { return float4(1, 0, 0, 1); }
float4 Uv(Point i) : SV_Target { return float4(i.uv, 0, 1); }

int Quality = 1;
cbuffer Choice { int level; };
VertexShader Vertices = CompileShader(vs_5_0, VS());
PixelShader Pixels[3] = { CompileShader(ps_5_0, Red()), compile ps_5_0 Uv(), NULL };
GeometryShader Written = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "SV_Position.xyz; 1:TEXCOORD0.xy; 1:$SKIP.x");

RasterizerState Fills[2] { { FillMode = WIREFRAME; }, { CullMode = NONE; } };
DepthStencilState NoDepth { DepthEnable = FALSE; };
BlendState Blends[2] = { { BlendEnable[0] = TRUE; SrcBlend = SRC_ALPHA; DestBlend = INV_SRC_ALPHA; }, {} };
RenderTargetView Colors[2];
DepthStencilView Depth;
string Author < bool shown = false; > = "nobody";
string Names[2] = { "low", "high" };
stateblock Opaque = stateblock_state { AlphaBlendEnable = FALSE; CullMode = CCW; };

technique11 Modern
{
    pass Draw
    {
        SetVertexShader(Vertices);
        SetGeometryShader(NULL);
        SetPixelShader(Pixels[Quality]);
        SetRasterizerState(Fills[1]);
        SetDepthStencilState(NoDepth, 0);
        SetBlendState(Blends[0], float4(0, 0, 0, 0), -1);
        SetRenderTargets(Colors[0], Colors[1], Depth);
    }
    pass Write
    {
        SetVertexShader(Vertices);
        SetGeometryShader(Written);
        SetPixelShader(NULL);
        SetRenderTargets(NULL, NULL);
    }
    pass Choose { VertexShader = (Vertices); GeometryShader = NULL; PixelShader = (Pixels[(int)level]); }
}
technique Old
{
    pass P
    {
        StateBlock = (Opaque);
        VertexShader = Vertices;
        PixelShader = (Pixels[1]);
        ZEnable = TRUE; ZWriteEnable = false; ZFunc = LessEqual;
        AlphaBlendEnable = TRUE; SrcBlend = SrcAlpha; DestBlend = InvSrcAlpha; ColorWriteEnable = RED | GREEN | BLUE;
        StencilEnable = TRUE; StencilRef = 2; StencilPass = IncrSat;
        DepthBias = 0.0001; SlopeScaleDepthBias = 1;
        FogEnable = FALSE; AlphaTestEnable = FALSE; Lighting = FALSE;
    }
}
