// Attributes are taken in any case. A geometry shader changes its inputs, calls a function with its stream, and gives the
// primitive's number, a layer and clip distances; structures are input, output and parameter at once.
struct V { float4 position : SV_Position; float2 uv : TEXCOORD; float4 clip : SV_ClipDistance; };
struct G { V v; uint prim : SV_PrimitiveID; uint layer : SV_RenderTargetArrayIndex; };

V VS(float4 position : POSITION)
{
    V v;
    v.position = position;
    v.uv = float2(1, 2);
    v.clip = float4(3, 4, 5, 6);
    return v;
}

void Emit(inout TriangleStream<G> stream, V v, uint prim)
{
    G g = (G)0;
    g.v = v;
    g.prim = prim;
    stream.Append(g);
}

[MaxVertexCount(3)]
void GS(triangle V v[3], uint prim : SV_PrimitiveID, inout TriangleStream<G> stream)
{
    for (int i = 0; i < 3; i++)
    {
        v[i].uv += v[i].clip.zw;
        Emit(stream, v[i], prim + 7);
    }
    stream.RestartStrip();
}

float4 PS(G g) : SV_Target { return float4(g.v.uv, g.prim, g.v.clip.y); }

technique11 Truth < float4 expect = float4(6, 8, 7, 4); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
