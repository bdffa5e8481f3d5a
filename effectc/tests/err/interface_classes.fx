// Which class an interface stands for is known when the effect is compiled, or an error.
interface ILight { float Lit(float n); };
class Ambient : ILight { float c; float Lit(float n) { return c; } };
class Directed : ILight { float c; float d; float Lit(float n) { return c * n * d; } };
cbuffer Lights { Ambient ambient; Directed directed; };
int Chosen;
ILight lights[2];
ILight grid[2][2];
ILight single;
struct Holder { ILight light; };
ILight Pick(float x) { if (x > 1) return ambient; return directed; }
float Sum(ILight all[2]) { return all[0].Lit(1); }
float4 PS_Index() : SV_Target { return lights[Chosen].Lit(1) + lights[2].Lit(1); }
float4 PS_Loop() : SV_Target { float r = 0; for (int i = 0; i < Chosen; i++) r += lights[i].Lit(i); return r; }
float4 PS_Whole() : SV_Target { ILight all[2] = lights; return all[0].Lit(1); }
float4 PS_All() : SV_Target { return Sum(lights); }
float4 PS_Grid() : SV_Target { return grid[0][1].Lit(1); }
float4 PS_Local() : SV_Target { ILight light; if (Chosen > 1) light = ambient; else light = directed; return light.Lit(1); }
float4 PS_Empty() : SV_Target { ILight light; return light.Lit(1); }
float4 PS_Element() : SV_Target { ILight all[2] = { ambient, directed }; return all[Chosen].Lit(1); }
float4 PS_Pick() : SV_Target { return Pick(Chosen).Lit(1); }
float4 PS_Holder() : SV_Target { Holder h; h.light = ambient; return h.light.Lit(1); }
float4 PS_Base() : SV_Target { return Ambient::Lit(1); }
technique11 T
{
    pass P0 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Index()), ambient, directed)); }
    pass P1 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Loop()), ambient, directed)); }
    pass P2 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Whole()), ambient, directed)); }
    pass P3 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Grid()), ambient, directed)); }
    pass P4 { SetPixelShader(CompileShader(ps_5_0, PS_Local())); }
    pass P5 { SetPixelShader(CompileShader(ps_5_0, PS_Empty())); }
    pass P6 { SetPixelShader(CompileShader(ps_5_0, PS_Element())); }
    pass P7 { SetPixelShader(CompileShader(ps_5_0, PS_Pick())); }
    pass P8 { SetPixelShader(CompileShader(ps_5_0, PS_Holder())); }
    pass P9 { SetPixelShader(CompileShader(ps_5_0, PS_Base())); }
    pass P11 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_All()), ambient, directed)); }
    pass P10 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS_Index()), ambient)); }
}
