// Isolines, powers of two as edges; a patch has what its points have too; hints that say nothing about the meaning.
struct Point { float3 p : POSITION; };
struct Edges { float e[2] : SV_TessFactor; float2 middle : POSITION; };
Point VS(Point i) { return i; }
Edges HSC(InputPatch<Point, 4> patch) { Edges o; o.e[0] = 1; o.e[1] = 8; o.middle = patch[0].p.xy; return o; }
[domain("isoline")] [partitioning("pow2")] [outputtopology("line")] [outputcontrolpoints(4)] [patchconstantfunc("HSC")]
Point HS(InputPatch<Point, 4> patch, uint i : SV_OutputControlPointID) { return patch[i]; }
[domain("isoline")]
float4 DS(Edges edges, OutputPatch<Point, 4> patch, float2 t : SV_DomainLocation) : SV_Position
{
    float3 p = 0;
    [fastopt] for (int i = 0; i < 4; i++) p += lerp(patch[0].p, patch[i].p, t.x);
    [forcecase] switch (i) { case 4: p += 1; break; default: break; }
    return float4(p + edges.middle.xyy, 1);
}
float4 PS() : SV_Target { return 1; }
technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS()));
        SetDomainShader(CompileShader(ds_5_0, DS())); SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
