// Functions of the effect that are named like HLSL's, with the same parameters or others.
float noise(float2 p) { return frac(sin(dot(p, float2(12.9898, 78.233))) * 43758.5); }
float noise(float3 p) { return noise(p.xy + p.z); }
float pow(float a, float b) { return exp2(log2(a) * b) + 1; }
float3 abs(float3 v) { return v < 0 ? -v : v + 1; }
float4 smoothstep(float4 a, float b) { return a * smoothstep(0, b, a.x); }
float fbm(float3 p) { float sum = 0; for (int i = 0; i < 4; i++) { sum += noise(p); p *= 2; } return sum; }
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target
{
    float1 one = p.x;
    return float4(noise(p.xy), fbm(p.xyz), pow(p.x, 2), abs(p.xyz).x) + smoothstep(p, 2) + pow(p, 2) + one;
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
