struct V { float3 p : POSITION; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; }; struct G { float4 p : SV_Position; };
V VS(V v) { return v; } C K(InputPatch<V, 3> p) { C c; c.e[0] = c.e[1] = c.e[2] = c.i = 2; return c; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("K")]
V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] G DS(C c, float3 b : SV_DomainLocation, const OutputPatch<V, 3> p) { G g; g.p = float4(p[0].p * b.x, 1); return g; }
[maxvertexcount(3)] void GS(triangle G i[3], inout TriangleStream<G> o) { for (int k = 0; k < 3; k++) o.Append(i[k]); o.RestartStrip(); }
float4 PS(G g) : SV_Target { return g.p; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS()));
    SetDomainShader(CompileShader(ds_5_0, DS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
