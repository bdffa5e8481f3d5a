// Texel offsets that are loop variables.
Texture2D Depth; SamplerState s { Filter = MIN_MAG_MIP_POINT; }; SamplerComparisonState c { ComparisonFunc = LESS; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target
{
    float4 sum = 0;
    [unroll] for (int y = -1; y <= 1; y++) [unroll] for (int x = -1; x <= 1; x++) { sum += Depth.Sample(s, p.xy, int2(x, y)); sum += Depth.Load(int3(p.xy, 0), int2(x, y)); sum += Depth.SampleCmpLevelZero(c, p.xy, 0.5, int2(x, y)); }
    for (int k = 0; k < 4; k++) sum += Depth.SampleLevel(s, p.xy, 0, int2(k, 0));
    return sum;
}
technique10 T { pass P { SetVertexShader(CompileShader(vs_4_0, VS())); SetPixelShader(CompileShader(ps_4_1, PS())); } }
