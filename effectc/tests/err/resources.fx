// What has no room or no texture.
texture Diffuse;
sampler DiffuseSampler = sampler_state { Texture = <Difuse>; };
tbuffer Large { float4 values[5000]; };
RWStructuredBuffer<float> Many[65];
technique11 T { pass P { SetPixelShader(NULL); } }
