// Shader variables, and what passes choose by variables.
interface ILight { float4 lit(); };
class Lamp : ILight { float4 lit() { return 1; } };
Lamp lamp;
ILight light;
int count;
float4 VS(uniform bool a, uniform int b) : SV_Position { return a + b; }
float4 VS(uniform int a, uniform bool b) : SV_Position { return a + b; }
float4 Plain() : SV_Position { return 1; }
float4 PS() : SV_Target { return light.lit(); }
VertexShader circle = other;
VertexShader other = circle;
VertexShader many[2] = { CompileShader(vs_5_0, Plain()), CompileShader(vs_5_0, Plain()) };
VertexShader three[3] = { CompileShader(vs_5_0, Plain()), NULL };
VertexShader empty[2];
VertexShader flat[2] = CompileShader(vs_5_0, Plain());
VertexShader nested[2] = { many[count], NULL };
VertexShader one = CompileShader(vs_5_0, Plain());
technique11 T
{
    pass P0 { SetVertexShader(CompileShader(vs_5_0, VS(1, 1))); }
    pass P1 { SetVertexShader(circle); }
    pass P2 { SetVertexShader(three[count]); }
    pass P3 { SetVertexShader(empty[count]); }
    pass P4 { SetVertexShader(flat[count]); }
    pass P5 { SetVertexShader(nested[count]); }
    pass P6 { SetVertexShader(one[count]); }
    pass P7 { SetVertexShader((many + 1)[count]); }
    pass P8 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()))); }
    pass P9 { SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PS()), lamp, lamp)); }
    pass P10 { SetVertexShader(CompileShader(vs_5_0, VS(3.5, 2.5, 1))); }
    pass P11 { SetVertexShader(CompileShader(5_0, Plain())); }
    pass P12 { SetVertexShader(CompileShader(zs_5_0, Plain())); }
    pass P13 { CompileShadr(vs_5_0, Plain()); }
    pass P15 { SetPixelShader(BindInterfaces()); }
    pass P14 { SetVertexShader(CompileShadr(vs_5_0, Plain())); }
}
