// The pixel shader may read fewer components than the vertex shader writes.
void VS(float4 position : POSITION, float4 color : COLOR,
        out float4 at : SV_Position, out float4 wide : WIDE, out float2 after : AFTER)
{
    at = position;
    wide = color;
    after = color.zw;
}

float4 PS(float4 at : SV_Position, float2 wide : WIDE, float2 after : AFTER) : SV_Target
{
    return float4(wide, after);
}

technique11 Truth < float4 expect = float4(11, 12, 13, 14); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
