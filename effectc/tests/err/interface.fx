// A member without a semantic, an array with one.
struct Out { float4 position : SV_Position; float2 uv; };
struct Arrays { float4 position : SV_Position; float2 uv[2] : TEXCOORD; };
Out VS(float4 p : POSITION) { Out o; o.position = p; o.uv = 0; return o; }
Arrays VS2(float4 p : POSITION) { Arrays o; o.position = p; o.uv[0] = 0; o.uv[1] = 0; return o; }
float4 VS3(float4 p : POSITION, float2 bare) : SV_Position { return p; }
float4 PS() { return 1; }
technique11 T
{
    pass P { SetVertexShader(CompileShader(vs_5_0, VS())); }
    pass Q { SetVertexShader(CompileShader(vs_5_0, VS2())); }
    pass R { SetVertexShader(CompileShader(vs_5_0, VS3())); SetPixelShader(CompileShader(ps_5_0, PS())); }
}
