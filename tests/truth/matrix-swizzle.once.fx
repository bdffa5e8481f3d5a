// What several elements are taken of is evaluated once.
static float count = 0;
RWStructuredBuffer<float4> Output;

float2x2 Next()
{
    count += 1;
    return float2x2(count, 10 + count, 20 + count, 30 + count);
}

[numthreads(1, 1, 1)]
void CS()
{
    float2 diagonal = Next()._11_22;
    Output[0] = float4(diagonal, Next()._m01_m10);
    Output[1] = count;
}

technique11 Truth < float4 expect = float4(1, 31, 12, 22); float4 expect1 = float4(2, 2, 2, 2); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
