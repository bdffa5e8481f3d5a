// Streams of geometry shaders.
struct V { float4 p : SV_Position; };
struct W { float4 p : SV_Position; };
void line_helper(inout LineStream<V> s) { s.Append((V)0); }
void emit(inout PointStream<V> s) { s.Append((V)0); }
[maxvertexcount(3)] void NoStream(point W i[1], inout PointStream<W> o) { V v = (V)0; LineStream<V> s; line_helper(s); }
[maxvertexcount(3)] void TwoAlike(point V i[1], inout PointStream<V> o, inout PointStream<V> o2) { emit(o); emit(o2); }
[maxvertexcount(3)] void Triangles(triangle V i[3], inout TriangleStream<V> o, inout TriangleStream<W> o2) { o.Append(i[0]); }
technique11 T
{
    pass a { SetGeometryShader(CompileShader(gs_5_0, NoStream())); }
    pass b { SetGeometryShader(CompileShader(gs_5_0, TwoAlike())); }
    pass c { SetGeometryShader(CompileShader(gs_5_0, Triangles())); }
}
