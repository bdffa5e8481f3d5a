// Arguments of entry points.
interface ILight { float4 lit(); };
class Lamp : ILight { float4 lit() { return 1; } };
Lamp lamp; ILight light; float4 v;
float4 VS(uniform float a) : SV_Position { return a; }
float4 PS() : SV_Target { return light.lit(); }
float4 O(uniform float4 p) : SV_Target { float4 v = 1; return p + v; }
float4 two(uniform float a) { return a; }
struct V { float4 p : SV_Position; };
[maxvertexcount(1)] void GS(point V i[1], inout PointStream<V> o) { o.Append(i[0]); }
GeometryShader g = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "A0.x;A1.x;A2.x;A3.x;A4.x;A5.x;A6.x;A7.x;A8.x;A9.x");
technique11 T
{
    pass P8 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()))); }
    pass P9 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), lamp, lamp)); }
    pass P { SetPixelShader(CompileShader(ps_5_0, O(v))); }
    pass Q { SetGeometryShader(g); }
}
