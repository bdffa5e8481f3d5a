// The values of an initialiser are evaluated once each, in order, wherever their numbers go; the numbers say the size
// of an array that has none.
static float count = 0;
RWStructuredBuffer<float4> Output;

float2 Next()
{
    count += 1;
    return float2(count, count + 0.5);
}

[numthreads(1, 1, 1)]
void CS()
{
    float3 a[2] = { Next(), 7, 8, Next() };
    Output[0] = float4(a[0], a[1].x);
    Output[1] = float4(a[1].yz, count, 0);
    float b[] = { float2(1, 2), float2(3, 4) };
    Output[2] = float4(b[0], b[1], b[2], b[3]);
}

technique11 Truth <
    float4 expect = float4(1, 1.5, 7, 8);
    float4 expect1 = float4(2, 2.5, 2, 0);
    float4 expect2 = float4(1, 2, 3, 4);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
