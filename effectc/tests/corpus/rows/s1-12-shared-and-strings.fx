// Shared parameters, strings, and a state block of Direct3D 9.
shared float4x4 View : VIEW;
shared float4x4 Projection : PROJECTION;
shared cbuffer Pool { float4 Ambient; }
string ParamID = "0x003";
string Names[2] = { "first", "second" };
shared texture Environment;
samplerCUBE EnvironmentSampler = sampler_state { Texture = (Environment); MinFilter = Linear; };
stateblock Solid = stateblock_state { CullMode = CCW; FillMode = Solid; };
float4 VS(float4 p : POSITION, out float3 dir : TEXCOORD0) : POSITION { dir = p; return mul(mul(p, View), Projection); }
float4 PS(float3 dir : TEXCOORD0) : COLOR0 { return texCUBE(EnvironmentSampler, dir) + Ambient; }
technique T { pass P { StateBlock = (Solid); VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(); } }
