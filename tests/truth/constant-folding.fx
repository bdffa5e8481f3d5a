// Constants have the values that the same operations give at run time.
static const float2 Half = float2(1, 0);
static const float Long = 7.5;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(Long % 2.0, any(Half), all(Half), any(float3(0, 0, 0)));
    float3 less = float3(1, 5, 3) < float3(2, 2, 4);
    Output[1] = float4(less, -7.5 % 2);
    float4 equal = float4(1, 2, 3, 4) == float4(1, 0, 3, 0);
    Output[2] = equal;
    Output[3] = float4(float2(1, 2) != float2(1, 3), !Half);
}

technique11 Truth <
    float4 expect = float4(1.5, 1, 0, 0);
    float4 expect1 = float4(1, 0, 1, -1.5);
    float4 expect2 = float4(1, 0, 1, 0);
    float4 expect3 = float4(0, 1, 0, 1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
