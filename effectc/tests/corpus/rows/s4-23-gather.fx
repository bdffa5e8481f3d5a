Texture2D C; SamplerState S; SamplerComparisonState D { ComparisonFunc = LESS_EQUAL; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 u : SV_Position) : SV_Target { return C.Gather(S, u.xy) + C.GatherRed(S, u.xy, int2(1, 0)) + C.GatherGreen(S, u.xy) + C.GatherBlue(S, u.xy) + C.GatherAlpha(S, u.xy) + C.GatherCmp(D, u.xy, 0.5) + C.GatherCmpRed(D, u.xy, 0.5) + C.SampleCmp(D, u.xy, 0.5); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
