// What stages cannot read or write.
struct V { float4 p : POSITION; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
V VS(V v) { return v; }
F Constants(InputPatch<V, 3> p, float4 what : COLOR) { F f = (F)0; return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("Constants")]
V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[maxvertexcount(3)] void GS(triangle V v[3], float2 uv : TEXCOORD, inout TriangleStream<V> s) { s.Append(v[0]); }
[numthreads(1, 1, 1)] void CS(uint3 id : SV_DispatchThreadID, float4 p : POSITION) { }
float4 PS(V v) : NORMAL { return 1; }
technique11 T
{
    pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS())); }
    pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass C { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
