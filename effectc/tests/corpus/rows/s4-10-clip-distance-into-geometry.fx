struct V { float4 p : SV_Position; float3 d : SV_ClipDistance0; float2 c : SV_CullDistance; };
V VS(float4 p : POSITION) { V o; o.p = p; o.d = p.xyz; o.c = p.xy; return o; }
[maxvertexcount(3)] void GS(triangle V i[3], inout TriangleStream<V> s) { V o; for (int k = 0; k < 3; k++) { o = i[k]; o.d += 1; s.Append(o); } }
float4 PS(V i) : SV_Target { return float4(i.d, 1); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
