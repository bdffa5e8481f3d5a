// Interfaces in arrays, with constant indices and in loops; locals of interface types; calls of a base's method.
interface ILight { float Lit(float n); };
class Ambient : ILight { float c; float Lit(float n) { return c; } };
class Directed : Ambient { float d; float Lit(float n) { return Ambient::Lit(n) * n * d; } };
class Bent : Directed { float Lit(float n); };
float Bent::Lit(float n) { return Directed::Lit(n) + Ambient::Lit(0); }
cbuffer Lights { Ambient ambient; Directed directed; Directed more[2]; Bent bent; };
static const int Count = 3;
ILight lights[Count];
ILight single;

float Copied(ILight light) { ILight copy = light; return copy.Lit(2); }
float4 PS(float4 p : SV_Position) : SV_Target
{
    float sum = lights[0].Lit(1) + lights[Count - 1].Lit(3);
    [unroll] for (int i = 0; i < Count; i++) sum += lights[i].Lit(i);
    ILight local = lights[1];
    ILight later;
    later = single;
    ILight mixed[2];
    mixed[0] = ambient;
    mixed[1] = more[1];
    for (int k = 0; k < 2; k++) sum += mixed[k].Lit(k);
    ILight same[2] = { more[0], directed };
    return sum + local.Lit(p.x) + later.Lit(p.y) + same[(int)p.x & 1].Lit(1) + Copied(bent) + Copied(single);
}
// What CompileShader gives is bound; BindInterfaces is for the rest.
float4 PS_Given(uniform ILight given, uniform ILight open) : SV_Target { return given.Lit(1) + open.Lit(2) + lights[1].Lit(3); }
technique11 T
{
    pass P { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), ambient, more[0], directed, bent)); }
    pass Q { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Given(directed, single)), bent, ambient, more[0], directed, bent)); }
}
