// Names of types, functions and variables where something else must stand, and what operators and constructors do not take.
float4 Tint;
struct Part { flota4 color; TEXCOORD0 uv; };
typedef itn Count;
float Declared(float a);
float Twice(float a) { return a * 2; }
flota Wrong(float a) { return a; }

float4 PS(float4 p : SV_Position) : SV_Target
{
    Part part = (Part)0;
    Count count = 1;
    return Wrong(p.x) + part.color + count;
}
float4 PS2(float4 p : SV_Position) : SV_Target
{
    float4 a = Twice + p;
    float4 b = Tint(p.x, 1);
    a.x = p.x[1] + ~p.y + (p.z & 1) + (1 << p.w);
    p.x + a.y = 3;
    a.xy = float2(p.xyz, 1);
    a += float4(p.xy, 1) * float3(1, p.xyz);
    return a + b;
}
float4 PS3(float4 p : SV_Position) : SV_Target { return Declared(p.x); }

technique11 T0
{
    pass P { SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetPixelShader(CompileShader(ps_5_0, PS3())); }
}
