// Every conversion that fxc makes by itself: longer vectors are cut, numbers are spread, truth values count as 1.
float4 V = float4(1.5, -2.5, 3.75, 4);
float F = 2.75;
int I = -7;
uint U = 3;
bool B = true;
float4x4 M = { 11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44 };
RWStructuredBuffer<float4> Output;

float One(float a) { return a; }
float Kind(int a) { return 1; }
float Kind(float a) { return 2; }
float Kind(float3 a) { return 3; }
struct Light { float3 color; float range; float weights[2]; };

[numthreads(1, 1, 1)]
void CS()
{
    float3 cut = V;
    float one = V;
    Output[0] = float4(cut, one);
    Output[1] = float4(One(V.yz), Kind(I), Kind(F), Kind(V));
    int whole = 5;
    whole *= 0.5;
    int sum = 5;
    sum += 2.75;
    Output[2] = float4(whole, sum, (int)F, -B);
    bool flag = V.x > 1;
    flag &= F > 5;
    bool other = I;
    other |= B;
    Output[3] = float4(flag, other, B + B, B * F);
    float4x4 filled = F;
    float3x3 small = M;
    Output[4] = float4(filled._21, filled[3][3], small[2][1], small._33);
    Light light = 2;
    float weights[3] = 4;
    Output[5] = float4(light.color.z, light.range, light.weights[1], weights[2]);
    Output[6] = float4(mul(cut, M).x, mul(M, cut).w, mul(V, small).z, mul(M, small)[3].y);
    Output[7] = float4(min(U, 1), clamp(I, F, 9), pow(U, 2), lerp(V, cut, B).y);
    Output[8] = (B ? V : cut).xyzz + ((V.xyz > 0) ? cut : 1).xyzz;
    float3 c = V.xyz > 0 && B;
    Output[9] = float4(c, any(V.xy < cut));
    float picked = 0;
    switch (F) { case 2: picked = 1; break; default: picked = 5; break; }
    Output[10] = float4(picked, weights[F], V[F], I / 2);
    float4 v = V;
    v.xyz *= V;
    Output[11] = v;
    Output[12] = float2x2(V.xy, V.zw) * V;
    Output[13] = normalize(F) + length(-F) + dot(F, 2);
}

technique11 Truth <
    float4 expect = float4(1.5, -2.5, 3.75, 1.5);
    float4 expect1 = float4(-2.5, 1, 2, 3);
    float4 expect2 = float4(2, 7, 2, -1);
    float4 expect3 = float4(0, 1, 2, 2.75);
    float4 expect4 = float4(2.75, 2.75, 32, 33);
    float4 expect5 = float4(2, 2, 2, 4);
    float4 expect6 = float4(80.25, 117.75, 85.75, 2792);
    float4 expect7 = float4(1, 2.75, 9, -2.5);
    float4 expect8 = float4(3, -1.5, 7.5, 7.5);
    float4 expect9 = float4(1, 0, 1, 0);
    float4 expect10 = float4(1, 4, 3.75, -3);
    float4 expect11 = float4(2.25, 6.25, 14.0625, 4);
    float4 expect12 = float4(2.25, 6.25, 14.0625, 16);
    float4 expect13 = float4(9.25, 9.25, 9.25, 9.25);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
