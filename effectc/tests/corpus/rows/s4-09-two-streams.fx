struct A { float3 p : POSITION; float a : AGE; uint k : TYPE; }; struct B { float4 p : SV_Position; };
A VS(A a) { return a; }
void Push(A a, inout PointStream<A> s) { s.Append(a); }
[maxvertexcount(2)] void GS(point A i[1], inout PointStream<A> s) { Push(i[0], s); i[0].a = 1; s.Append(i[0]); }
[maxvertexcount(4)] void G2(point A i[1], inout TriangleStream<B> s) { B b; for (int k = 0; k < 4; k++) { b.p = float4(i[0].p + float3(k & 1, k >> 1, 0), 1); s.Append(b); } s.RestartStrip(); }
float4 PS() : SV_Target { return 1; }
technique11 T { pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(ConstructGSWithSO(CompileShader(gs_5_0, GS()), "POSITION.xyz; AGE.x; TYPE.x")); SetPixelShader(NULL); } pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, G2())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
