// Operators and functions of matrices work element by element.
float4x4 M = { -11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44 };
float4x4 N = { 2, 2, 2, 2, 4, 4, 4, 4, 1, 1, 1, 1, 43, 43, 43, 43 };
float2x2 D = { 1, 2, 3, 4 };
float3x3 E = { 2, 0, 1, 1, 3, 2, 1, 1, 4 };
float T = 0.5;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = (M * N)[0];
    Output[1] = (M / N)[1];
    Output[2] = abs(M)[0];
    Output[3] = lerp(M, N, T)[0];
    Output[4] = max(M, 13)[0] + min(N, M)[3];
    Output[5] = float4(all(M == M), any(M != M), all(M > N), any(M < 0));
    Output[6] = (1 - M)[0] + (-M)[0] + (2 / N)[0] + saturate(M)[0];
    Output[7] = float4(determinant(D), determinant(E), transpose(D)[0].y, (M % N)[2].x);
    float4x4 m = M;
    m *= N;
    m[0].xy = 5;
    m._23 = 6;
    m[2][3] += 1;
    m._m30_m31 = float2(7, 8);
    Output[8] = float4(m[0].y, m[1].z, m._34, m._41 + m._42);
    Output[9] = lerp(M, N, N)[0] + clamp(M, -1, 13)[0];
}

technique11 Truth <
    float4 expect = float4(-22, 24, 26, 28);
    float4 expect1 = float4(5.25, 5.5, 5.75, 6);
    float4 expect2 = float4(11, 12, 13, 14);
    float4 expect3 = float4(-4.5, 7, 7.5, 8);
    float4 expect4 = float4(54, 55, 56, 57);
    float4 expect5 = float4(1, 0, 0, 1);
    float4 expect6 = float4(24, -21, -23, -25);
    float4 expect7 = float4(-2, 18, 3, 0);
    float4 expect8 = float4(5, 6, 35, 15);
    float4 expect9 = float4(14, 4, 4, 3);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
