// Interfaces that Direct3D refuses, or that only the older profiles and /Gec read as the HLSL compiler does not.
struct Twice { float4 position : SV_Position; float2 a : TEXCOORD; float2 b : TEXCOORD0; };
struct Rows { float4 position : POSITION; float4x4 world : INST; float4 colour : INST3; };
struct Old { float4 position : POSITION; float4 colour : COLOR; };
struct Targets { float4 second : COLOR1; float4 first : COLOR0; float depth : DEPTH; };
Twice VSTwice(Rows i) { Twice o; o.position = mul(i.position, i.world) + i.colour; o.a = 0; o.b = 1; return o; }
Old VSOld(float4 p : POSITION) { Old o; o.position = p; o.colour = p; return o; }
Targets PSTargets(Old i) { Targets o; o.second = i.colour; o.first = 1; o.depth = 0; return o; }
float4 PSMisspelt() : SV_TARGE { return 1; }
float4 PSFace(float face : VFACE) : SV_Target { return face; }
float2 VSReturns(float4 p : POSITION, out float4 o : SV_Position) : TEXCOORD { o = p; return p.xy; }
struct Position { float4 position : SV_Positon; };
Position VSSystem(float4 p : SV_Position) { Position o; o.position = p; return o; }
technique11 T
{
    pass A { SetVertexShader(CompileShader(vs_5_0, VSTwice())); SetPixelShader(CompileShader(ps_5_0, PSMisspelt())); }
    pass B { SetVertexShader(CompileShader(vs_5_0, VSOld())); SetPixelShader(CompileShader(ps_5_0, PSTargets())); }
    pass C { VertexShader = compile vs_3_0 VSReturns(); PixelShader = compile ps_3_0 PSFace(); }
    pass D { SetVertexShader(CompileShader(vs_5_0, VSSystem())); }
}
