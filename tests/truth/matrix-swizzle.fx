// `m._41_42_43` takes three elements of a matrix; the HLSL compiler makes an invalid module of it.
static const float4x4 M = { 11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44 };
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(-M._41_42_43, M._11);
    Output[1] = M._m00_m11_m22_m33;
}

technique11 Truth < float4 expect = float4(-41, -42, -43, 11); float4 expect1 = float4(11, 22, 33, 44); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
