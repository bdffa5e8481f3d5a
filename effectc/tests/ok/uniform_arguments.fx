// Uniform parameters: numbers, textures, samplers, defaults, overloads, globals by the parameter's name.
Texture2D A; Texture2D B; Texture2D Many[3]; SamplerState S; SamplerState Sp { Filter = MIN_MAG_MIP_POINT; };
float4 gColor = {1,0,0,1}; static const int N = 3; cbuffer C { float4 arr[4]; float3x3 m; };
struct V { float4 p : SV_Position; float2 uv : TEXCOORD; };
V VS(float4 p : POSITION, float2 uv : TEXCOORD, uniform bool flip, uniform float2 off = float2(0.5, 0.25)) { V v; v.p = p; v.uv = flip ? -uv + off : uv; return v; }
float4 PS(V v, uniform Texture2D tex, uniform SamplerState s, uniform int n, uniform float4 gColor, uniform float k) : SV_Target
{
    float4 c = 0; for (int i = 0; i < n; i++) c += tex.Sample(s, v.uv + i); n = 2; k *= 2; return c * gColor * n * k;
}
float4 PS(V v) : SV_Target { return 1; }
float4 PS(V v, uniform int n) : SV_Target { float w[2]; w[0] = n; return PS(v) * n * w[0]; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS(true))); SetPixelShader(CompileShader(ps_5_0, PS(A, S, 3, float4(1,2,3,4), 1.5))); }
 pass Q { SetVertexShader(CompileShader(vs_5_0, VS(false, float2(1, 1)))); SetPixelShader(CompileShader(ps_5_0, PS(Many[1], Sp, N, gColor, 2))); }
 pass R { SetPixelShader(CompileShader(ps_5_0, PS())); }
 pass S { SetPixelShader(CompileShader(ps_5_0, PS(2))); }
}
