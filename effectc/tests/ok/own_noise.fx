// A function of the effect hides HLSL's of the same name, and `noise` has none outside of texture shaders.
float noise(float2 at) { return frac(sin(dot(at, float2(12.9898, 78.233))) * 43758.5453); }

float4 VS(float4 position : POSITION) : SV_Position { return position; }
float4 PS(float4 at : SV_Position) : SV_Target { return noise(at.xy); }

technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
