// Classes behind an interface, one inside the other, picked by arguments of the compile expression.
interface IBase { float4 Color(float2 uv); };
class CRed : IBase { float strength; float4 Color(float2 uv) { return float4(strength, 0, 0, 1); } };
class CStripes : IBase { float4 a; float4 b; float count; float Wave(float x) { return frac(x * count); } float4 Color(float2 uv) { return lerp(a, b, Wave(uv.x)); } };
CRed red; CStripes stripes;
float4 VS(float4 p : POSITION, float2 uv : TEXCOORD, out float2 o : TEXCOORD) : SV_POSITION { o = uv; return p; }
float4 Twice(IBase m, float2 uv) { return m.Color(uv) + m.Color(uv * 2); }
float4 PS(float2 uv : TEXCOORD, uniform IBase material) : SV_Target { return Twice(material, uv); }
technique11 T
{
    pass Red { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(red))); }
    pass Stripes { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(stripes))); }
}
