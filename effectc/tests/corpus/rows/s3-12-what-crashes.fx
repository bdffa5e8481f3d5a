// Two geometry shaders with different streams, clip distances into one, and static variables that start from each other.
float4 Seed;
float3 Make(float3 v) { return v * 2; }
static float3 First = Make(float3(Seed.x, Seed.y, Seed.z));
static float3 Second = First;
struct A { float3 p : POSITION; float a : AGE; uint k : TYPE; };
struct B { float4 p : SV_Position; float3 d : SV_ClipDistance0; };
A VSA(A a) { a.p += Second; return a; }
B VSB(float4 p : POSITION) { B b; b.p = p; b.d = First; return b; }
[maxvertexcount(1)] void GSA(point A i[1], inout PointStream<A> s) { s.Append(i[0]); }
[maxvertexcount(3)] void GSB(triangle B i[3], inout TriangleStream<B> s) { for (int k = 0; k < 3; k++) s.Append(i[k]); s.RestartStrip(); }
GeometryShader so = ConstructGSWithSO(CompileShader(gs_4_0, GSA()), "POSITION.xyz; AGE.x; TYPE.x");
technique10 T
{
    pass A { SetVertexShader(CompileShader(vs_4_0, VSA())); SetGeometryShader(so); SetPixelShader(NULL); }
    pass B { SetVertexShader(CompileShader(vs_4_0, VSB())); SetGeometryShader(CompileShader(gs_4_0, GSB())); SetPixelShader(NULL); }
}
