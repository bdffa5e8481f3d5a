// Texel offsets that depend on loops, on tables and on both.
Texture2D Map;
SamplerState Linear;
SamplerComparisonState Compare;
static const int2 TABLE[4] = { int2(-1, 0), int2(1, 0), int2(0, 1), int2(0, -1) };

float4 PS(float4 p : SV_Position, float2 uv : TEXCOORD) : SV_Target
{
    float4 c = 0;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; y++)
            c += Map.SampleCmpLevelZero(Compare, uv, 0.5, int2(x, y));
    [unroll]
    for (uint i = 0; i < 4; i++)
    {
        int2 offset = TABLE[i];
        c += Map.Sample(Linear, uv, offset) + Map.SampleLevel(Linear, uv, 0, TABLE[i]);
    }
    const int2 local[2] = { int2(3, 3), int2(2, 2) };
    int j;
    for (j = 0; j < 2; j += 1)
        c += Map.Sample(Linear, uv, local[j]);
    for (float f = -1.5; f <= 1.5; f += 1.0)
        c += Map.SampleGrad(Linear, uv, uv, uv, int2(f, 0));
    return c + j;
}

technique11 T0 { pass P0 { SetPixelShader(CompileShader(ps_5_0, PS())); } }
