// What a stage reads and the one before does not write is 0, or the position, which goes by two names. A stage may read
// fewer or more components than the one before writes. Whole numbers keep their bits between `int` and `uint`.
struct V { float4 position : SV_Position; float2 narrow : NARROW; float4 wide : WIDE; int number : NUMBER; bool flag : FLAG; };
struct G { float4 position : POSITION; float4 narrow : NARROW; float2 wide : WIDE; uint number : NUMBER; bool flag : FLAG; float3 absent : ABSENT; };
struct P { float4 position : SV_Position; float4 first : FIRST; float4 second : SECOND; };

V VS(float4 position : POSITION)
{
    V v;
    v.position = position;
    v.narrow = float2(1, 2);
    v.wide = float4(3, 4, 5, 6);
    v.number = -1;
    v.flag = true;
    return v;
}

[maxvertexcount(3)]
void GS(triangle G g[3], inout TriangleStream<P> stream)
{
    for (int i = 0; i < 3; i++)
    {
        P p;
        p.position = g[i].position;
        p.first = float4(g[i].narrow.y + g[i].narrow.z + g[i].narrow.w, g[i].wide.y, g[i].number == 0xFFFFFFFFu ? 7 : 8, g[i].flag ? 9 : 10);
        p.second = float4(g[i].absent + 3, g[i].position.z);
        stream.Append(p);
    }
}

float4 PS(P p) : SV_Target { return p.first; }
float4 PSSecond(P p, float4 absent : NOWHERE) : SV_Target { return p.second + absent; }

technique11 First < float4 expect = float4(2, 4, 7, 9); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}

technique11 Second < float4 expect = float4(3, 3, 3, 0.5); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PSSecond()));
    }
}
