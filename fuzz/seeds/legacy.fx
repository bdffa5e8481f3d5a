float4x4 WorldViewProj : WORLDVIEWPROJECTION < string UIWidget = "none"; >;
texture Diffuse < string ResourceName = "a.dds"; >;
sampler2D Smp = sampler_state { Texture = <Diffuse>; MinFilter = Linear; AddressU = Wrap; };
struct V { float4 p : POSITION; float2 uv : TEXCOORD0; };
V VS(float4 p : POSITION, float2 uv : TEXCOORD0) { V o = (V)0; o.p = mul(p, WorldViewProj); o.uv = uv; return o; }
float4 PS(V i) : COLOR { return tex2D(Smp, i.uv); }
technique T { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(); ZEnable = true; CullMode = CCW; } }
