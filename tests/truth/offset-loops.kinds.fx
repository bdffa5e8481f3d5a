// The variable of a loop that a texel offset depends on may be a fraction, may be declared before the loop, and is
// there after it.
Texture2D Map;
SamplerState Point { Filter = MIN_MAG_MIP_POINT; };
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    float2 uv = float2(1.5, 1.5) / 4;
    float4 sum = 0;
    float x;
    for (x = -1; x <= 1; x++)
        sum += Map.SampleLevel(Point, uv, 0, int2(x, 0)) * (x / 4);
    Output[0] = float4(sum.xyz, x);
    sum = 0;
    float half_step;
    for (half_step = -0.5; half_step <= 0.5; half_step += 0.5)
        sum += Map.SampleLevel(Point, uv, 0, int2(half_step * 2, 0)) * half_step;
    Output[1] = float4(sum.xyz, half_step);
    sum = 0;
    for (int y = 0; y < 2; y++)
        sum += Map.SampleLevel(Point, uv, 0, int2(0, y));
    Output[2] = float4(sum.xyz, y);
}

technique11 Truth <
    float4 expect = float4(0.125, 0, 0, 2);
    float4 expect1 = float4(0.25, 0, 0, 1);
    float4 expect2 = float4(0.5, 0.75, 0.5, 2);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
