// Parameters that read one input, which fxc lets several do: each gets as many components as it takes.
struct VIn { float2 uv : TEXCOORD; float4 p : POSITION; };
struct VOut { float4 p : SV_Position; float4 uv : TEXCOORD0; };
VOut VS(VIn i, float4 all : TEXCOORD0) { VOut o; o.p = i.p; o.uv = all + i.uv.xyxy; return o; }
float4 PS(VOut i, float2 uv : TEXCOORD0, float4 p : SV_Position) : SV_Target { return i.uv * uv.xyxy + p - i.p; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
