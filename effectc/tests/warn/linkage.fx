// What stages do not agree on: Direct3D leaves it undefined, here it is 0.
struct Out { float4 position : SV_Position; float2 uv : TEXCOORD; uint id : ID; };
struct In { float4 position : SV_Position; float4 uv : texcoord0; float3 normal : NORMAL; float id : ID; };
Out VS(float4 p : POSITION) { Out o; o.position = p; o.uv = 0; o.id = 1; return o; }
float4 PS(In input) : SV_Target { return float4(input.normal, input.uv.w) + input.id; }
float2 VSNothing(float4 p : POSITION) : TEXCOORD { return p.xy; }
technique11 T
{
    pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass B { SetVertexShader(CompileShader(vs_5_0, VSNothing())); SetPixelShader(CompileShader(ps_5_0, PS())); }
}
