// What a pixel shader reads and the vertex shader does not write is 0.
struct P { float4 position : SV_Position; float4 colour : COLOR; float2 uv : TEXCOORD; };

float4 VS(float4 position : POSITION, out float2 uv : TEXCOORD) : SV_Position
{
    uv = float2(1, 2);
    return position;
}

float4 PS(P p) : SV_Target { return float4(p.colour.xy + 3, p.uv); }

technique11 Truth < float4 expect = float4(3, 3, 1, 2); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
