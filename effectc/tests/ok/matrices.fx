// What the HLSL compiler gets wrong on matrices without help.
float4x4 A;
float4x4 B;
float4 spare;
float3x3 C;
float4 unused;
float t;

float4x4 Pick(bool first) { return first ? A : B; }

float4 VS(float4 p : POSITION, row_major float4x4 inst : INSTANCE) : SV_Position
{
    matrix componentwise = A * B;
    matrix blended = lerp(Pick(true), B, t);
    blended = lerp(blended, componentwise, inst);
    float3x3 small = lerp(C, (float3x3)A, saturate(t));
    A * B;
    blended *= inst;
    blended /= A;
    float3 moved = -B._41_42_43 + A._m30_m31_m32 + blended._11_22_33;
    blended._41_42_43 = moved;
    float3 plain = lerp(moved, mul(moved, small), t);
    return mul(p, blended * 2) + mul(mul(A, B), p) + float4(plain, 0) + A._41;
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
