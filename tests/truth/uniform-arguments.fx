// Uniform parameters of an entry point have the values of the compile expression; the function may write to them; an
// overload that other code calls is another function; textures take the place of their parameters.
float4 Tint = float4(1, 2, 3, 4);
Texture2D First;
static const int Count = 3;

float4 VS(uint id : SV_VertexID, uniform float scale) : SV_Position
{
    return float4(id == 1 ? 3 : -1, id == 2 ? -3 : 1, 0.5, 1) * scale;
}

float4 PS(float4 p : SV_Position) : SV_Target { return float4(100, p.w, 0, 0); }

float4 PS(float4 p : SV_Position, uniform int count, uniform bool lit, uniform float4 Tint, uniform Texture2D map) : SV_Target
{
    float weights[4];
    float sum = 0;
    for (int i = 0; i < count; i++)
    {
        weights[i] = i + 1;
        sum += weights[i];
    }
    count = 7;
    float4 overload = PS(p);
    return float4(sum, lit ? Tint.z : -1, count + overload.x, map.Load(int3(2, 1, 0)).x + overload.y);
}

technique11 Three < float4 expect = float4(6, 3, 107, 2.5); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS(2)));
        SetPixelShader(CompileShader(ps_5_0, PS(Count, true, Tint, First)));
    }
}

technique11 Two < float4 expect = float4(3, -1, 107, 4.5); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS(4.0)));
        SetPixelShader(CompileShader(ps_5_0, PS(2, false, float4(9, 9, 9, 9), First)));
    }
}
