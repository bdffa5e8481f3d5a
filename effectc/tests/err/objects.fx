// Objects that only run time knows, and what is asked of them that they do not have.
Texture2D A;
Texture2D B;
Texture2D Layers[2];
SamplerState S;
SamplerComparisonState C;
sampler2D Old;

float4 PS(float2 uv : TEXCOORD0, float k : K) : SV_Target { return (k > 0 ? A : B).Sample(S, uv); }
float4 PS2(float2 uv : TEXCOORD0, float k : K) : SV_Target
{
    Texture2D map = A;
    if (k > 0)
        map = B;
    return map.Sample(S, uv);
}
float4 PS3(float2 uv : TEXCOORD0) : SV_Target { Texture2D map; return map.Sample(S, uv); }
float4 PS4(float2 uv : TEXCOORD0) : SV_Target { return A.Sample(S, uv, int2(0, 0), 0.5); }
float4 PS5(float2 uv : TEXCOORD0) : SV_Target { return A.GatherCmpGreen(C, uv, 0.5); }
float4 PS6(float2 uv : TEXCOORD0) : SV_Target { return Layers.Sample(S, uv); }
float4 PS7(float2 uv : TEXCOORD0) : SV_Target { return Layers[2].Sample(S, uv); }
float4 PS8(float2 uv : TEXCOORD0) : SV_Target { return A; }
float4 PS9(float2 uv : TEXCOORD0) : SV_Target { return tex2D(A, uv); }
float4 Read(Texture2D map, float2 uv) { return map.Sample(S, uv); }
float4 PS10(float2 uv : TEXCOORD0) : SV_Target { return Read(S, uv); }
float4 PS11(float2 uv : TEXCOORD0) : SV_Target { return tex2Dlod(Old, uv.xyxy, 1); }
float4 PS12(float2 uv : TEXCOORD0, int k : K) : SV_Target { return A.Sample(S, uv, int2(k, 0)); }
float4 VS(float2 uv : TEXCOORD0) : SV_Position { return tex2D(Old, uv); }

technique11 T
{
    pass P { SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetPixelShader(CompileShader(ps_5_0, PS3())); }
    pass P4 { SetPixelShader(CompileShader(ps_5_0, PS4())); }
    pass P5 { SetPixelShader(CompileShader(ps_5_0, PS5())); }
    pass P6 { SetPixelShader(CompileShader(ps_5_0, PS6())); }
    pass P7 { SetPixelShader(CompileShader(ps_5_0, PS7())); }
    pass P8 { SetPixelShader(CompileShader(ps_5_0, PS8())); }
    pass P9 { SetPixelShader(CompileShader(ps_5_0, PS9())); }
    pass P10 { SetPixelShader(CompileShader(ps_5_0, PS10())); }
    pass P11 { SetPixelShader(CompileShader(ps_5_0, PS11())); }
    pass P12 { SetPixelShader(CompileShader(ps_5_0, PS12())); }
    pass V { SetVertexShader(CompileShader(vs_5_0, VS())); }
}
