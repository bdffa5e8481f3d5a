// Two pixel shaders of one name, told apart by their uniform parameters.
struct V { float4 p : SV_POSITION; float2 uv : TEXCOORD; };
V VS(float4 p : POSITION, float2 uv : TEXCOORD) { V o; o.p = p; o.uv = uv; return o; }
float4 PS(V i) : SV_Target { return float4(i.uv, 0, 1); }
float4 PS(V i, uniform int k) : SV_Target { return PS(i) * k; }
float4 PS(V i, uniform int k, uniform float4 tint) : SV_Target { return PS(i, k) * tint; }
technique11 T
{
    pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(2))); }
    pass C { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS(3, float4(1, 0, 0, 1)))); }
}
