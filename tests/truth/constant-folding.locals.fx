// Constants that have names - arguments of the compile expression, `const` locals, elements of arrays, members of
// structs - are computed with as at run time; `fmod` has the sign of the dividend.
struct Pair { float3 k; float f; };
static const float Numbers[2] = { 7.5, -7 };
static const float3 Vectors[1] = { float3(0, 8, 0) };
static const Pair One = { float3(0, 8, 0), 7.5 };
static const float2x2 Square = { 7.5, 1, 2, 3 };
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS(uniform float c, uniform float3 k, uniform float d)
{
    Output[0] = float4(c % 2, any(k) ? 64 : 7, (k > 0 ? float3(1, 2, 3) : float3(4, 5, 6)).y, fmod(d, 3));
    const int3 n = int3(-7, 5, 1);
    static const float3 s = float3(0, 9, -3);
    Output[1] = float4((n < 0).y ? 3 : 7, (s < float3(0, 9, 1)).y ? 3 : 7, (s % 2.5).z, all(s <= k) ? 3 : 7);
    Output[2] = float4(Numbers[0] % 2, any(Vectors[0]) ? 3 : 7, (Vectors[0] < 1).y ? 3 : 7, fmod(Numbers[1], 3));
    Output[3] = float4(One.f % 2, any(One.k) ? 3 : 7, (One.k > 0 ? float3(1, 2, 3) : float3(4, 5, 6)).y, Square._m00 % 2);
    Output[4] = float4(fmod(-7, 3), fmod(7.5, -2.0), fmod(float2(-7, 7), 3));
    const int size = 7;
    float filled[size - 4];
    filled[2] = 0;
    switch (size) { case size: filled[2] = 9; break; default: break; }
    Output[5] = float4(filled[2], dot(float2(1, 2), float2(2, 2.75)) % 2, (min(c, d) - 1) % 3, fmod(c, 2));
}

technique11 Truth <
    float4 expect = float4(1.5, 64, 2, -1);
    float4 expect1 = float4(7, 7, -0.5, 7);
    float4 expect2 = float4(1.5, 3, 7, -1);
    float4 expect3 = float4(1.5, 3, 2, 1.5);
    float4 expect4 = float4(-1, 1.5, -1, 1);
    float4 expect5 = float4(9, 1.5, -2, 1.5);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS(7.5, float3(0, 8, 0), -7.0))); }
}
