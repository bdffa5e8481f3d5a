// Numbers, vectors, textures, samplers and constants as arguments; a parameter that the body changes.
Texture2D A, B; SamplerState Lin, Poi { Filter = MIN_MAG_MIP_POINT; }; static const float3 RED = { 1, 0, 0 }; float4 Live;
float4 VS(float4 p : POSITION, uniform float scale) : SV_Position { scale += 1; return p * scale; }
float4 PS(float4 c : SV_Position, uniform bool b, uniform Texture2D t, uniform SamplerState s, uniform float3 tint, uniform float4 live) : SV_Target { if (b) return t.Sample(s, c.xy) * float4(tint, 1); return live; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS(2.5))); SetPixelShader(CompileShader(ps_5_0, PS(true, A, Poi, RED, Live))); } pass Q { SetVertexShader(CompileShader(vs_5_0, VS(-1))); SetPixelShader(CompileShader(ps_5_0, PS(false, B, Lin, float3(0, 1, 0), float4(0, 0, 0, 1)))); } }
