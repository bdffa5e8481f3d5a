// What stands behind a matrix uses the rest of its last register, also behind arrays and in structures; matrices of
// whole numbers lie as those of fractions do.
struct Inner { float3x3 m; float x; };
cbuffer C
{
    column_major float3x4 palette[2] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 };
    float after = 100;
    int2x2 whole = { 1, 2, 3, 4 };
    int2 behind = { 5, 6 };
    Inner inner = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 50 };
    float tail = 1000;
    bool2x3 flags = { true, false, true, false, false, true };
};
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    int one = after > 50 ? 1 : 0;
    Inner copy = inner;
    Output[0] = float4(mul(palette[one], float4(1, 0, 0, 1)), after);
    Output[1] = float4(mul(float3(1, 2, 3), inner.m), inner.x + tail);
    Output[2] = float4(whole[one], whole._12, palette[0]._m23);
    Output[3] = float4(copy.m[2][one], behind, copy.x);
    palette[0] = palette[1] * 2;
    whole += whole;
    Output[4] = float4(palette[0]._m01, whole._m10, flags[0][0] + flags[1][2] * 2 + flags[0][1] * 4, any(flags[1]));
}
technique11 T
<
    float4 expect = { 29, 37, 45, 100 };
    float4 expect1 = { 30, 36, 42, 1050 };
    float4 expect2 = { 3, 4, 2, 12 };
    float4 expect3 = { 8, 5, 6, 50 };
    float4 expect4 = { 28, 6, 3, 1 };
>
{
    pass P { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
