// A cast between an array and something else takes the numbers in order.
RWStructuredBuffer<float4> Output;
float4 Values = float4(1, 2, 3, 4);
ByteAddressBuffer Bytes;
float sum(float values[4]) { return values[0] + 10 * values[1] + 100 * values[2] + 1000 * values[3]; }

[numthreads(1, 1, 1)]
void CS()
{
    float four[4] = (float[4])Values;
    float2 pairs[2] = (float2[2])(Values * 2);
    int whole[4];
    whole = (int[4])int4(5, 6, 7, 8);
    float4 back = (float4)whole;
    Output[0] = float4(four[1], pairs[1], sum((float[4])Values));
    Output[1] = back;
}

technique11 Truth < float4 expect = float4(2, 6, 8, 4321); float4 expect1 = float4(5, 6, 7, 8); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
