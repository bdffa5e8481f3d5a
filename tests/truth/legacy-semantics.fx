// Semantics of Direct3D 9: POSITION is the position, COLOR0 the first target wherever it is declared, VFACE is 1 or -1, VPOS
// counts pixels.
struct V { float2 uv : TEXCOORD0; float4 position : POSITION; float4 colour : COLOR1; };
struct P { float4 second : COLOR1; float4 first : COLOR0; float depth : DEPTH; };

V VS(float4 position : POSITION, float2 a : TEXCOORD0)
{
    V v;
    v.position = position;
    v.uv = a;
    v.colour = float4(0.25, 0.5, 2, 1);
    return v;
}

P PS(V v, float face : VFACE, float2 place : VPOS)
{
    P p;
    p.second = 100;
    p.first = float4(v.uv + face, v.colour.z, place.x);
    p.depth = 0.25;
    return p;
}

// Shader model 3 keeps colours as they are, 2 clamps them to 0 to 1.
technique Three < float4 expect = float4(12, 13, 2, 0); >
{
    pass P0
    {
        VertexShader = compile vs_3_0 VS();
        PixelShader = compile ps_3_0 PS();
    }
}

technique Two < float4 expect = float4(12, 13, 1, 0); >
{
    pass P0
    {
        VertexShader = compile vs_2_0 VS();
        PixelShader = compile ps_2_0 PS();
    }
}

// The same names with Direct3D 10's profiles, as /Gec takes them.
technique10 Four < float4 expect = float4(12, 13, 2, 0.5); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_4_0, VS()));
        SetPixelShader(CompileShader(ps_4_0, PS()));
    }
}
