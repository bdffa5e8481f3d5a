// Overloads are told apart by the types of their arguments, as fxc does; what a call gives then decides how it is used.
float4x4 A;
float4x4 Pick(float4 a) { return A; }
float Pick(float a) { return a; }
float Narrow(float a) { return a; }
float3 Cut(float3 a, uint count = 2) { return a * count; }
float Mixed(int a) { return a; }
float Mixed(float2 a) { return a.y; }
float4 VS(float4 p : POSITION) : SV_Position
{
    float4 moved = mul(p, A * Pick(p)) + Pick(p.x);
    return moved + Narrow(p.xy) + Cut(p).xyzz + Mixed(p.x) + Mixed(p);
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
