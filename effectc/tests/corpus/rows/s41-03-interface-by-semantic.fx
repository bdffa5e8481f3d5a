struct VO { float4 p : SV_Position; float2 uv : TEXCOORD0; float3 n : NORMAL; float4 c : COLOR; };
struct PI { float4 c : COLOR; float4 p : SV_Position; float3 n : normal; float2 uv : TexCoord; float extra : TEXCOORD7; };
VO VS(float4 p : POSITION) { VO o; o.p = p; o.uv = p.xy; o.n = p.xyz; o.c = p; return o; }
float4 PS(PI i) : SV_Target { return i.c + i.uv.xyxy + i.n.xyzz + i.extra; }
float4 PS2(float3 n : NORMAL, float2 uv : TEXCOORD0) : SV_Target { return n.xyzz + uv.xyxy; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } pass Q { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS2())); } }
