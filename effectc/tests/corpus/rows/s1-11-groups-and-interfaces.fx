// Groups of techniques; an interface whose class is bound in the pass.
interface iLight { float3 Shade(float3 n); };
class cAmbient : iLight { float3 color; float3 Shade(float3 n) { return color; } };
class cDirect : iLight { float3 color; float3 dir; float3 Shade(float3 n) { return color * saturate(dot(n, -dir)); } };
cbuffer Lights { cAmbient gAmbient; cDirect gDirect; };
iLight gLight;
struct V { float4 p : SV_POSITION; float3 n : NORMAL; };
V VS(float4 p : POSITION, float3 n : NORMAL) { V o; o.p = p; o.n = n; return o; }
float4 PS(V i, uniform iLight light) : SV_Target { return float4(light.Shade(normalize(i.n)), 1); }
float4 PSBound(V i) : SV_Target { return float4(gLight.Shade(normalize(i.n)), 1); }
fxgroup G0
{
    technique11 Ambient { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(gAmbient))); } }
    technique11 Direct { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(gDirect))); } }
}
fxgroup G1 < string kind = "bound"; >
{
    technique11 Bound { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(BindInterfaces(CompileShader(ps_5_0, PSBound()), gDirect)); } }
}
