// Semantics and profiles of Direct3D 9; several targets; one shader for each set of arguments.
float4x4 World; float4x4 View; float4x4 Projection;

float3 Light = {0, 1, 0};
struct VS_IN { float4 Position : POSITION0; float3 Normal : NORMAL0; float2 Tex : TEXCOORD0; };
struct VS_OUT { float4 Position : POSITION0; float4 Color : COLOR0; float2 Tex : TEXCOORD0; float Fog : FOG; float size : PSIZE; };
VS_OUT VS(VS_IN input) { VS_OUT o; float4 w = mul(input.Position, World); o.Position = mul(mul(w, View), Projection); o.Color = dot(input.Normal, Light); o.Tex = input.Tex; o.Fog = 1; o.size = 2; return o; }
float4 PS(VS_OUT input) : COLOR0 { return input.Color * input.Tex.x; }
struct PS_OUT { float4 b : COLOR1; float4 a : COLOR0; float d : DEPTH; };
PS_OUT PS2(float2 vpos : VPOS, float face : VFACE, float4 c : COLOR0, uniform float k, uniform bool lit) { PS_OUT o; o.b = c * face * k; o.a = float4(vpos, lit ? 1 : 0, 1); o.d = 0.5; return o; }
void PS3(in float2 uv : TEXCOORD0, out float4 c : COLOR0, out float d : DEPTH) { c = uv.xyxy; d = 1; }
float4 PS4(in float2 uv : TEXCOORD0) : COLOR { return uv.xyxy; }
technique T { pass P0 { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(); }
 pass P1 { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS2(2.5, true); }
 pass P2 { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS2(1, false); }
 pass P3 { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS3(); }
 pass P4 { VertexShader = compile vs_4_0_level_9_1 VS(); PixelShader = compile ps_4_0_level_9_1 PS4(); }
}
