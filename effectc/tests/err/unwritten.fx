// Warnings come beside an error: what the pixel shader reads, the vertex shader does not write.
struct Out { float4 position : SV_Position; float2 uv : TEXCOORD; };
struct In { float4 position : SV_Position; float2 uv : texcoord0; float3 normal : NORMAL; float4 color : COLOR1; };
Out VS(float4 p : POSITION) { Out o; o.position = p; o.uv = 0; return o; }
float4 PS(In input) : SV_Target { return float4(input.normal, input.uv.x) + input.color + absent; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
