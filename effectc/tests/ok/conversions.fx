// Sloppy types, as effects have them: every conversion that fxc makes by itself.
float4 V;
float F;
int I;
uint U;
bool B;
float4x4 M;
int2 Cell;
Texture2D Map;
SamplerState Linear;

struct Light { float3 color; float range; float weights[2]; };

float Lambert(float3 n, float3 l) { return saturate(dot(n, l)); }

float4 PS(float4 uv : TEXCOORD0, float3 normal : NORMAL) : SV_Target
{
    float3 cut = V;
    float one = V;
    int whole = F * 2;
    whole *= 0.5;
    bool flag = V.x > 1;
    flag |= I;
    flag &= F > 0.5;
    Light light = (Light)0;
    Light other = 0;
    float weights[3] = 0;
    float3x3 small = M;
    float4x4 zero = 0;
    float3 n = normalize(normal + V);
    float lit = Lambert(V, n) + pow(I, F) + clamp(I, F, 1) + min(U, 1) + max(V.x, 0);
    float4 color = Map.Sample(Linear, uv) + lerp(V, n, B).xyzz + (B ? V : n).xyzz;
    color += Map.SampleLevel(Linear, uv, V) * B + -B;
    color.rgb = V.xyz == n && B ? color : 0;
    color.rgb += mul(n, M) + mul(M, n) + mul(M, small)[0];
    color.rgb += abs(M)[0] + saturate(M * M)[1] + max(M, 0)[2] + lerp(M, zero, F)[0];
    if (all(M == zero) || any(M < 0.5)) color.a = 1;
    switch (F) { case 1: color.a = 2; break; default: break; }
    color.a += weights[F] + light.range + other.weights[1] + one + whole + flag + lit + cut.x + Cell[B];
    return color;
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
