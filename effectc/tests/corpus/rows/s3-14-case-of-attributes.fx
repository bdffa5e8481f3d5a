// Attributes in any case.
struct V { float4 p : SV_Position; };
V VS(float4 p : POSITION) { V o; o.p = p; return o; }
[MaxVertexCount(2)]
void GS(point V i[1], inout LineStream<V> s) { [Unroll(2)] for (int k = 0; k < 2; k++) { V o; o.p = i[0].p + k; s.Append(o); } }
[NumThreads(4, 1, 1)] void CS(uint3 t : SV_DispatchThreadID) {}
float4 PS() : SV_Target { [Branch] if (1) return 1; [LOOP] for (int i = 0; i < 2; i++) {} return 0; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); } pass C { SetComputeShader(CompileShader(cs_5_0, CS())); } }
