// Names of types that fxc takes in other cases.
Matrix World; Vector Offset; vector Colour; Matrix Palette[4];
texture2D tA; Texture2d tB;
SamplerState s;
float4 VS(vector p : POSITION, float4 w : BLENDWEIGHT) : SV_POSITION { Matrix m = World; Vector v = mul(p, m) + Offset; return v + mul(p, Palette[1]) * w.x; }
float4 PS(float4 p : SV_POSITION) : SV_Target { return Colour + tA.Sample(s, p.xy) + tB.Sample(s, p.xy); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
