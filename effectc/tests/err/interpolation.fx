// Inputs read at another place than the pixel's centre, by function.
float4 VS(float4 p : POSITION, out float4 color : COLOR) : SV_Position { color = p; return p; }
float4 PS(float4 p : SV_Position, float4 color : COLOR) : SV_Target { return EvaluateAttributeAtSample(color, 0); }
float4 PS2(float4 p : SV_Position, float4 color : COLOR) : SV_Target { return EvaluateAttributeSnapped(color, int2(1, 2)); }
float4 PS3(float4 p : SV_Position, float4 color : COLOR) : SV_Target { return EvaluateAttributeAtCentroid(color); }
technique11 T
{
    pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS3())); }
}
