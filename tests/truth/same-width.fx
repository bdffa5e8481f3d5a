// The pixel shader may declare more components than the vertex shader writes, and use those that are there.
void VS(float4 position : POSITION, float4 color : COLOR,
        out float4 at : SV_Position, out float2 first : FIRST, out float4 second : SECOND)
{
    at = position;
    first = color.xy;
    second = color;
}

float4 PS(float4 at : SV_Position, float4 first : FIRST, float2 second : SECOND) : SV_Target
{
    return float4(first.xy, second);
}

technique11 Truth < float4 expect = float4(11, 12, 11, 12); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
