// Patches of four points, constants of the patch, control points that the patch constant function reads.
cbuffer C { float4x4 WVP; float tess; };
struct VIn { float3 p : POSITION; float2 uv : TEXCOORD; };
struct Ctl { float4 p : SV_Position; float3 w : POSITION; float2 uv : TEXCOORD; };
struct PC { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float3 center : CENTER; float4 c[2] : COLOR; };
struct DOut { float4 p : SV_Position; float2 uv : TEXCOORD; float3 w : POSITION; };
Ctl VS(VIn i) { Ctl o; o.p = float4(i.p, 1); o.w = i.p; o.uv = i.uv; return o; }
float3 Mid(InputPatch<Ctl, 4> p) { return (p[0].w + p[3].w) / 2 * p.Length; }
PC HSC(InputPatch<Ctl, 4> ip, OutputPatch<Ctl, 4> op, uint id : SV_PrimitiveID) { PC o; o.e[0] = o.e[1] = o.e[2] = o.e[3] = tess; o.i[0] = o.i[1] = tess; o.center = Mid(ip) + op[2].w; o.c[0] = id; o.c[1] = 1; return o; }
[domain("quad")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)] [patchconstantfunc("HSC")] [maxtessfactor(64.0)]
Ctl HS(InputPatch<Ctl, 4> ip, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) { Ctl o = ip[i]; o.uv += id; return o; }
[domain("quad")] DOut DS(PC pc, float2 uv : SV_DomainLocation, const OutputPatch<Ctl, 4> op) { DOut o; float3 p = lerp(op[0].w, op[1].w, uv.x) + pc.center + pc.c[1].xyz * pc.e[2]; o.p = mul(float4(p, 1), WVP); o.uv = op[2].uv; o.w = p; return o; }
float4 PS(DOut i) : SV_Target { return float4(i.w, i.uv.x); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetHullShader(CompileShader(hs_5_0, HS())); SetDomainShader(CompileShader(ds_5_0, DS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
