// Texel offsets that depend on loops: each round has its own.
Texture2D Map;
SamplerState Point { Filter = MIN_MAG_MIP_POINT; };
RWStructuredBuffer<float4> Output;
static const int2 TABLE[2] = { int2(1, 0), int2(0, 1) };

[numthreads(1, 1, 1)]
void CS()
{
    float2 uv = float2(1.5, 1.5) / 4;
    float4 sum = 0;
    for (int y = 0; y < 2; y++)
        for (int x = -1; x <= 1; x++)
            sum += Map.SampleLevel(Point, uv, 0, int2(x, y));
    Output[0] = sum;
    sum = 0;
    for (int i = 0; i < 2; ++i)
        sum += Map.SampleLevel(Point, uv, 0, TABLE[i]);
    Output[1] = sum;
}

technique11 Truth < float4 expect = float4(1.5, 2.25, 1.5, 6); float4 expect1 = float4(0.75, 0.75, 0.5, 2); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
