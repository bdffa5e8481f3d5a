// Stages and what goes between them.
struct V { float4 p : SV_Position; };
struct H { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
V VS(float3x3 m : M, float4 p[2] : POSITION, double4x4 d : D) { return (V)0; }
V VS2(double4 q : Q) { return (V)0; }
V VS3(Texture2D t : T) { return (V)0; }
H HC(InputPatch<V, 3> p) { return (H)0; }
H HC2(OutputPatch<float4, 3> p) { return (H)0; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc(HC)]
V HS2(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("HC")]
V HS3(InputPatch<V> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("HC2")]
V HS4(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[maxvertexcount(3)] void GS(triangle V i[3][2], inout TriangleStream<V> o) { o.Append(i[0][0]); }
[maxvertexcount(3)] void GS2(triangle V i[3]) { o.Append(i[0]); }
[maxvertexcount(3)] void GS3(triangle V i[3], inout TriangleStream<V> o, inout TriangleStream<V> o2) { o.Append(i[0]); o2.Append(i[0]); }
[maxvertexcount(3)] void GS4(triangle V i[], inout TriangleStream<V> o) { o.Append(i[0]); }
void emit(inout PointStream<V> s) { s.Append((V)0); }
[maxvertexcount(3)] void GS5(point V i[1], inout PointStream<V> o, inout PointStream<V> o2) { emit(o); emit(o2); }
[numthreads(1,1,1)] float4 CS() : SV_Target { return 1; }
[numthreads(1,1,1)] void CS2(out float4 x : X) { x = 1; }
V Anon(struct { float4 p : P; } a) { return (V)0; }
float4 NoSem(float4 a) : SV_Position { return a; }
float4 NoSem2() { return 1; }
technique11 T
{
    pass a { SetVertexShader(CompileShader(vs_5_0, VS())); }
    pass b { SetVertexShader(CompileShader(vs_5_0, VS2())); }
    pass c { SetVertexShader(CompileShader(vs_5_0, VS3())); }
    pass d { SetHullShader(CompileShader(hs_5_0, HS())); }
    pass e { SetHullShader(CompileShader(hs_5_0, HS2())); }
    pass f { SetHullShader(CompileShader(hs_5_0, HS3())); }
    pass g { SetHullShader(CompileShader(hs_5_0, HS4())); }
    pass h { SetGeometryShader(CompileShader(gs_5_0, GS())); }
    pass i { SetGeometryShader(CompileShader(gs_5_0, GS2())); }
    pass j { SetGeometryShader(CompileShader(gs_5_0, GS3())); }
    pass k { SetGeometryShader(CompileShader(gs_5_0, GS4())); }
    pass l { SetGeometryShader(CompileShader(gs_5_0, GS5())); }
    pass m { SetComputeShader(CompileShader(cs_5_0, CS())); }
    pass n { SetComputeShader(CompileShader(cs_5_0, CS2())); }
    pass p { SetVertexShader(CompileShader(vs_5_0, NoSem())); }
    pass q { SetVertexShader(CompileShader(vs_5_0, NoSem2())); }
}
