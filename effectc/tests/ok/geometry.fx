// Geometry shaders: structures that are input and output, helper functions, system values, clip distances, primitives.
struct VIn { float4 p : POSITION; float3 n : NORMAL; float clip : CLIP; };
struct VOut { float4 p : SV_Position; float3 n : NORMAL; float3 clip : SV_ClipDistance0; float cull : SV_CullDistance; };
struct GOut { float4 p : SV_Position; float2 uv[2] : TEXCOORD; uint layer : SV_RenderTargetArrayIndex; uint vp : SV_ViewportArrayIndex; uint prim : SV_PrimitiveID; float2 clip : SV_ClipDistance; bool flag : FLAG; };
VOut VS(VIn i) { VOut o; o.p = i.p; o.n = i.n; o.clip = i.clip; o.cull = 1; return o; }
void Emit(inout TriangleStream<GOut> s, GOut g) { s.Append(g); }
[MaxVertexCount(6)] [instance(2)]
void GS(triangle VOut v[3], inout TriangleStream<GOut> s, uint prim : SV_PrimitiveID, uint inst : SV_GSInstanceID)
{
    for (int i = 0; i < 3; i++) { v[i].p.x += 1; GOut g = (GOut)0; g.p = v[i].p; g.uv[0] = v[i].n.xy; g.uv[1] = 2; g.layer = inst; g.prim = prim; g.clip = v[i].clip.xy; g.flag = i == 1; Emit(s, g); s.Append(g); }
    s.RestartStrip();
}
float4 PS(GOut i) : SV_Target { return i.uv[1].xyxy + i.layer + i.vp + i.prim + i.clip.x + (i.flag ? 1 : 0); }
[maxvertexcount(1)] void Points(point VOut v[1], inout PointStream<VOut> s) { s.Append(v[0]); }
[maxvertexcount(2)] void Lines(lineadj VIn v[4], inout LineStream<VIn> s) { VIn a = v[1]; s.Append(a); s.Append(v[2]); }
VIn VS2(VIn v) { return v; }
float4 PS2(VIn v) : SV_Target { return v.p; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
 pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, Points())); }
 pass R { SetVertexShader(CompileShader(vs_5_0, VS2())); SetGeometryShader(CompileShader(gs_4_0, Lines())); SetPixelShader(CompileShader(ps_5_0, PS2())); }
}
