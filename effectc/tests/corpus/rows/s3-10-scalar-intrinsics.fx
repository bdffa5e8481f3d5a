// Intrinsics of vectors, called with numbers; arguments of mixed kinds.
float a; int n; uint u; bool flag; float3 v;
float4 VS(float4 p : POSITION) : SV_POSITION
{
    float r = normalize(a) + length(a) + distance(a, 2) + dot(a, a) + pow(2, n) + max(n, a) + min(u, n) + clamp(n, 0, a) + saturate(n) + sqrt(n) + lerp(0, 1, a) + smoothstep(0, n, a);
    float3 w = lerp(v, 1, flag) + max(v, 0) + pow(v, 2) + step(0.5, v) + clamp(v, 0, 1) + fmod(v, 2) + reflect(v, normalize(v)) + refract(v, v, 1.33) + abs(n) + sign(a) + cross(v, v.yzx);
    return float4(w, r) + any(v) + all(n) + frac(u) + exp(n) + atan2(n, a);
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
