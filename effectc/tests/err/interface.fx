// Members, parameters and results without a semantic; what cannot travel; uniform parameters without a value.
struct Out { float4 position : SV_Position; float2 uv; };
struct Wide { float4 position : SV_Position; double d : DOUBLE; };
struct Endless { float4 position : SV_Position; float2 uv[100000] : UV; };
Out VS(float4 p : POSITION) { Out o; o.position = p; o.uv = 0; return o; }
Wide VS2(float4 p : POSITION) { Wide o; o.position = p; o.d = 1; return o; }
float4 VS3(float4 p : POSITION, float2 bare) : SV_Position { return p; }
Endless VS4(float4 p : POSITION) { Endless o; o.position = p; return o; }
float4 PS() { return 1; }
technique11 T
{
    pass P { SetVertexShader(CompileShader(vs_5_0, VS())); }
    pass Q { SetVertexShader(CompileShader(vs_5_0, VS2())); }
    pass R { SetVertexShader(CompileShader(vs_5_0, VS3())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass S { SetVertexShader(CompileShader(vs_5_0, VS4())); }
}
