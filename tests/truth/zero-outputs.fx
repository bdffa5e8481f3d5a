// What an entry point does not write is 0: members of structures in structures, elements of arrays, `out` parameters.
struct Inner { float2 a[2] : INNER; };
struct O { float4 position : SV_Position; Inner inner; };

O VS(float4 position : POSITION, float2 uv : TEXCOORD, out float3 extra : EXTRA)
{
    O o;
    o.position = position;
    o.inner.a[0] = 1;
    if (uv.x < 0)
    {
        o.inner.a[1] = 1;
        extra = 1;
    }
    return o;
}

float4 PS(O o, float3 extra : EXTRA) : SV_Target { return float4(o.inner.a[0], o.inner.a[1].y + 2, extra.z + 3); }

technique11 Truth < float4 expect = float4(1, 1, 2, 3); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
