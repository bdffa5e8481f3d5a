// Initial values inside constant buffers and of loose globals, arrays and structs too.
struct Light { float4 color; float3 dir; float power; };
cbuffer cbFixed { float3 gAccelW = {0.0f, 7.8f, 0.0f}; float2 gQuadTexC[4] = { float2(0.0f, 1.0f), float2(1.0f, 1.0f), float2(0.0f, 0.0f), float2(1.0f, 0.0f) }; float gScale = 2.5; };
cbuffer cbLight { Light gLight = { float4(1, 1, 0.5, 1), float3(0, -1, 0), 2.0 }; float4x4 gIdentity = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }; bool gOn = true; int gCount = 3; }
const float3 NON_METAL_F0 = float3(0.04, 0.04, 0.04);
float gWeights[5] = { 0.1, 0.2, 0.4, 0.2, 0.1 };
float4 gTint = 1;
float4 VS(float4 p : POSITION, uint id : SV_VertexID) : SV_POSITION { return mul(p * gScale + float4(gAccelW, gQuadTexC[id % 4].x), gIdentity); }
float4 PS() : SV_Target { float4 c = gTint * gLight.color * gLight.power; for (int i = 0; i < 5; ++i) c.rgb += NON_METAL_F0 * gWeights[i]; return gOn ? c : c * gCount; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
