// Interfaces in arrays and locals, also in loops, and a base's method called by the class that overrides it.
interface ILight { float Lit(float n); };
class Ambient : ILight { float c; float Lit(float n) { return c + n; } };
class Directed : Ambient { float d; float Lit(float n) { return Ambient::Lit(n) * d; } };
class Bent : Directed { float Lit(float n); };
float Bent::Lit(float n) { return Directed::Lit(n) + Ambient::Lit(0); }
Ambient Soft = { 1 };
Directed Sharp = { 2, 10 };
Directed More[2] = { 3, 100, 4, 1000 };
Bent Last = { 5, 2 };
ILight Lights[3];
ILight Single;
RWStructuredBuffer<float4> Output;

float Copied(ILight light) { ILight copy = light; return copy.Lit(2); }

[numthreads(1, 1, 1)]
void CS()
{
    float sum = 0;
    [unroll] for (int i = 0; i < 3; i++) sum += Lights[i].Lit(i);
    ILight later;
    later = Single;
    ILight mixed[2];
    mixed[0] = Soft;
    mixed[1] = More[1];
    float both = 0;
    for (int k = 0; k < 2; k++) both += mixed[k].Lit(k);
    Output[0] = float4(sum, later.Lit(3), both, Lights[2].Lit(0));
    Output[1] = float4(Copied(Single), Copied(Soft), Last.Lit(1), Copied(Lights[1]));
}

technique11 Truth < float4 expect = float4(441, 21, 5001, 20); float4 expect1 = float4(19, 3, 17, 500); >
{
    pass P0 { SetComputeShader(BindInterfaces(CompileShader(cs_5_0, CS()), Soft, More[0], Sharp, Last)); }
}
