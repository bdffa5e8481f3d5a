// Several streams of one geometry shader: to buffers, and one of them is drawn.
struct In { float4 position : POSITION; float kind : KIND; };
struct Drawn { float4 position : SV_Position; float4 color : COLOR; };
struct Stored { float4 position : SV_Position; float3 velocity : VELOCITY; uint kind : KIND; };
struct Third { float color : COLOR; };
In VS(In i) { return i; }
void store(inout PointStream<Stored> out_, In i, uint kind)
{
    Stored o = { i.position, i.position.xyz * 2, kind };
    out_.Append(o);
    out_.RestartStrip();
}
[maxvertexcount(8)]
void GS(point In i[1], inout PointStream<Drawn> drawn, inout PointStream<Stored> stored, inout PointStream<Third> third, inout PointStream<Third> fourth)
{
    Drawn d = { i[0].position, float4(1, 2, 3, 4) };
    Third t = { i[0].kind };
    for (uint n = 0; n < 2; n++)
    {
        if (i[0].kind > n)
        {
            drawn.Append(d);
            store(stored, i[0], n);
        }
        third.Append(t);
        t.color += 1;
    }
    fourth.Append(t);
}
float4 PS(Drawn i) : SV_Target { return i.color; }
GeometryShader All = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "0:SV_Position.xyzw", "1:SV_Position.xy; 1:VELOCITY.xyz; 1:KIND.x", "2:COLOR.x", "3:COLOR.x", 0);
GeometryShader Second = ConstructGSWithSO(CompileShader(gs_5_0, GS()), NULL, "1:VELOCITY.xyz; 1:KIND.x", NULL, NULL, -1);
technique11 T
{
    pass All { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(All); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass Second { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(Second); SetPixelShader(NULL); }
    pass Drawn { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(CompileShader(gs_5_0, GS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
}
