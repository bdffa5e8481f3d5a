// Types that there are not: of a parameter, a local, a member of nothing.
struct Light { float3 color; };
float4 Shade(Ligth light) { return float4(light.color, 1); }
float4 VS(noiseFunc p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target
{
    Light light = (Light)0;
    Colour c = p;
    return Shade(light) + c;
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
