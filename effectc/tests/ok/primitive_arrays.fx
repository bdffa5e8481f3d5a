// The vertices of a primitive in several arrays, as fxc has them: of structures, and of single numbers.
struct Place { float4 p : SV_Position; };
struct Vertex { Place place; float2 uv : TEXCOORD0; float shade : SHADE; };
Vertex VS(float3 p : POSITION) { Vertex o; o.place.p = float4(p, 1); o.uv = p.xy; o.shade = p.z; return o; }
[maxvertexcount(3)]
void GS(triangle Place places[3], triangle float2 uv[3] : TEXCOORD0, inout TriangleStream<Vertex> stream, triangle float shade[3] : SHADE)
{
    for (int i = 0; i < 3; i++)
    {
        Vertex o;
        o.place = places[i];
        o.uv = uv[i];
        o.shade = shade[i];
        stream.Append(o);
    }
}
float4 PS(Vertex i) : SV_Target { return i.uv.xyxy * i.shade; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
