// HLSL's functions, those too that the HLSL compiler lacks.
float A = 2.5;
float B = -1.75;
int I = -3;
uint U = 0x01020304;
uint Z = 0;
float4 V = float4(0.25, 0.5, 0.75, 1);
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(ldexp(A, 3), mad(I, 2, 1), mad(A, 2, 1), rcp(A));
    Output[1] = msad4(U, uint2(0x04030201, 0x08070605), uint4(1, 2, 3, 4));
    int whole;
    float part = modf(B, whole);
    float exponent;
    float mantissa = frexp(A, exponent);
    Output[2] = float4(part, whole, mantissa, exponent);
    Output[3] = lit(0.5, 0.25, 2);
    Output[4] = dst(V, float4(2, 3, 4, 5));
    Output[5] = D3DCOLORtoUBYTE4(V);
    Output[6] = float4(sign(B), sign(I), countbits(U), firstbithigh(U));
    Output[7] = float4(f16tof32(0x3C00), f32tof16(1) == 0x3C00, reversebits(1u) == 0x80000000, firstbitlow(U));
    Output[8] = float4(isfinite(A), isinf(A / Z), isnan(A), abs(I));
    Output[9] = float4(fmod(B, 1), frac(B), round(A + 1), log10(100 * V.w));
    Output[10] = float4(step(A, B), smoothstep(0, 1, V.x), saturate(A), clamp(I, -1, 1));
    Output[11] = float4(asuint(V.w) == 0x3F800000, asint(A) > 0, asfloat(0x40000000), any(I));
}

technique11 Truth <
    float4 expect = float4(20, -5, 6, 0.4);
    float4 expect1 = float4(9, 10, 13, 16);
    float4 expect2 = float4(-0.75, -1, 0.625, 2);
    float4 expect3 = float4(1, 0.5, 0.0625, 1);
    float4 expect4 = float4(1, 1.5, 0.75, 5);
    float4 expect5 = float4(191, 127, 63, 255);
    float4 expect6 = float4(-1, -1, 5, 24);
    float4 expect7 = float4(1, 1, 1, 2);
    float4 expect8 = float4(1, 1, 0, 3);
    float4 expect9 = float4(-0.75, 0.25, 4, 2);
    float4 expect10 = float4(0, 0.15625, 1, -1);
    float4 expect11 = float4(1, 1, 2, 1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
