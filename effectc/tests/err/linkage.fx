// Interfaces that fxc refuses.
struct Twice { float4 position : SV_Position; float2 a : TEXCOORD; float2 b : TEXCOORD0; };
struct Rows { float4 position : POSITION; row_major float4x4 world : INST; float4 colour : INST3; };
Twice VSTwice(Rows i) { Twice o; o.position = mul(i.position, i.world) + i.colour; o.a = 0; o.b = 1; return o; }
float4 PSMisspelt() : SV_TARGE { return 1; }
struct Position { float4 position : SV_Positon; float4 other : SV_Position1; };
Position VSSystem(float4 p : POSITION) { Position o; o.position = p; o.other = p; return o; }
float2 VSNothing(float4 p : POSITION) : TEXCOORD { return p.xy; }
float4 PS(float2 uv : TEXCOORD) : COLOR { return uv.xyxy; }
technique11 T
{
    pass A { SetVertexShader(CompileShader(vs_5_0, VSTwice())); SetPixelShader(CompileShader(ps_5_0, PSMisspelt())); }
    pass B { VertexShader = compile vs_3_0 VSNothing(); PixelShader = compile ps_3_0 PS(); }
    pass C { SetVertexShader(CompileShader(vs_5_0, VSSystem())); }
}
