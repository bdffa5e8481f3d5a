// What fxc refuses too: names that are not there, members, counts of arguments, vectors as conditions.
struct Light { float3 color; float range; };
float4 Tint;
float Square(float a) { return a * a; }
float4 PS(float4 p : SV_Position) : SV_Target
{
    Light light = (Light)0;
    float3 v = p.xyz;
    float4 color = Tnit + Sqare(1) + saturat(v.x);
    color += light.colour + Square(1, 2) + lerp(v, v);
    color.a += v.w + v.q + noise(v);
    if (v > 0) color = 1;
    return color;
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
