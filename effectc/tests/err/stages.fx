// Patches, primitives and patch constant functions that there are not.
struct V { float4 p : POSITION; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
V VS(V v) { return v; }
F Constants(InputPatch<V, 3> p) { F f = (F)0; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("Constants")]
V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("Constant")]
V HSNone(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
V HSNothing(InputPatch<V, 33> p, uint i : SV_OutputControlPointID) { return p[i]; }
[maxvertexcount(3)] void GS(triangle V v[2], inout TriangleStream<V> s) { s.Append(v[0]); }
technique11 Bad
{
    pass A { SetHullShader(CompileShader(hs_5_0, HSNone())); }
    pass B { SetHullShader(CompileShader(hs_5_0, HSNothing())); }
    pass C { SetGeometryShader(CompileShader(gs_5_0, GS())); }
}
