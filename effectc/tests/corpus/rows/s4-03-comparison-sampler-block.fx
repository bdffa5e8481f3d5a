// A comparison sampler, a border colour.
Texture2D Shadow;
SamplerComparisonState samShadow { Filter = COMPARISON_MIN_MAG_LINEAR_MIP_POINT; AddressU = BORDER; AddressV = BORDER; AddressW = BORDER; BorderColor = float4(0.0f, 0.0f, 0.0f, 0.0f); ComparisonFunc = LESS; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target { float f = 0; [unroll] for (int i = 0; i < 9; ++i) f += Shadow.SampleCmpLevelZero(samShadow, p.xy + i * 0.01, p.z).r; return f / 9; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
