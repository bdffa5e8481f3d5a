// Hull, domain and geometry shaders, shader variables, names that passes share.
cbuffer Frame { float4x4 VP; float tess; };

struct Control { float3 position : POSITION; float3 normal : NORMAL; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
struct Point { float4 position : SV_Position; float3 normal : NORMAL; uint layer : SV_RenderTargetArrayIndex; };

Control VS(Control input) { return input; }

Patch HS_Constant(InputPatch<Control, 3> patch, uint id : SV_PrimitiveID)
{
    Patch p;
    p.edges[0] = tess; p.edges[1] = tess; p.edges[2] = tess;
    p.inside = tess;
    return p;
}

[domain("tri")]
[partitioning("integer")]
[OutputTopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("HS_Constant")]
Control HS(InputPatch<Control, 3> patch, uint i : SV_OutputControlPointID) { return patch[i]; }

[domain("tri")]
Control DS(Patch factors, float3 uvw : SV_DomainLocation, const OutputPatch<Control, 3> patch)
{
    Control c;
    c.position = patch[0].position * uvw.x + patch[1].position * uvw.y + patch[2].position * uvw.z;
    c.normal = patch[0].normal;
    return c;
}

[MaxVertexCount(3)]
void GS(triangle Control input[3], inout TriangleStream<Point> stream)
{
    for (int i = 0; i < 3; i++)
    {
        Point p;
        p.position = mul(float4(input[i].position, 1), VP);
        p.normal = input[i].normal;
        p.layer = 0;
        stream.Append(p);
    }
    stream.RestartStrip();
}

float4 PS(Point input) : SV_Target { return float4(input.normal, 1); }

PixelShader Lit = CompileShader(ps_5_0, PS());

technique11 T0
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetHullShader(CompileShader(hs_5_0, HS()));
        SetDomainShader(CompileShader(ds_5_0, DS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(Lit);
    }
}
