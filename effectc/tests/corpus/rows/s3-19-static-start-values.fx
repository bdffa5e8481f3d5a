// Static globals whose values come from functions and parameters, each from the one before.
float4 LightAmbient < string Object = "Light"; >; float4 MaterialDiffuse : DIFFUSE < string Object = "Geometry"; >;
float3 ToLinear(float3 c) { return pow(c, 2.2); }
static float3 DiffuseColor = ToLinear(MaterialDiffuse.rgb) * LightAmbient.rgb;
static float3 AmbientColor = saturate(DiffuseColor + float3(0.1, 0.1, 0.1));
static float4 Total = float4(AmbientColor, MaterialDiffuse.a);
static float2 ViewportOffset = (float2(0.5, 0.5) / 512);
float4 VS(float4 p : POSITION) : POSITION { return p; }
float4 PS() : COLOR { return Total + float4(ViewportOffset, 0, 0); }
technique T { pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 PS(); } }
