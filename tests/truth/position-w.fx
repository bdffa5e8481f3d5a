// In a pixel shader `SV_Position.w` is the w of the vertex shader's position, not its reciprocal.
struct V { float4 position : SV_Position; };

V VS(uint id : SV_VertexID)
{
    V output;
    output.position = float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1) * 4;
    return output;
}

float4 PS(V input) : SV_Target { return float4(input.position.xyz, input.position.w); }

technique11 Truth < float4 expect = float4(0.5, 0.5, 0.5, 4); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
