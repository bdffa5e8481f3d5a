// Annotations everywhere, as tools for artists read them.
float Script : STANDARDSGLOBAL < string UIWidget = "none"; string ScriptClass = "object"; string ScriptOrder = "standard"; string ScriptOutput = "color"; string Script = "Technique=Main;"; > = 0.8;
float4x4 WorldXf : World < string UIWidget = "None"; >;
float4x4 WvpXf : WorldViewProjection < string UIWidget = "None"; >;
float3 LampPos : Position < string Object = "PointLight0"; string UIName = "Lamp 0 Position"; string Space = "World"; > = { -0.5f, 2.0f, 1.25f };
float3 SurfaceColor : DIFFUSE < string UIName = "Surface"; string UIWidget = "Color"; > = { 1, 1, 1 };
float SpecExpon : SPECULARPOWER < string UIWidget = "slider"; float UIMin = 1.0; float UIMax = 128.0; float UIStep = 1.0; string UIName = "Specular Power"; > = 55.0;
bool UseTexture < string UIName = "Use texture?"; > = true;
texture2D ColorTexture : DIFFUSE < string ResourceName = "default_color.dds"; string UIName = "Diffuse Texture"; string ResourceType = "2D"; >;
sampler2D ColorSampler = sampler_state { Texture = <ColorTexture>; FILTER = MIN_MAG_MIP_LINEAR; AddressU = Wrap; AddressV = Wrap; };
struct appdata { float3 Position : POSITION; float4 UV : TEXCOORD0; float4 Normal : NORMAL; };
struct vertexOutput { float4 HPosition : POSITION; float2 UV : TEXCOORD0; float3 LightVec : TEXCOORD1; float3 WorldNormal : TEXCOORD2; };
vertexOutput std_VS(appdata IN)
{
    vertexOutput OUT = (vertexOutput)0;
    OUT.WorldNormal = mul(IN.Normal, WorldXf).xyz;
    float4 Po = float4(IN.Position.xyz, 1);
    float3 Pw = mul(Po, WorldXf).xyz;
    OUT.LightVec = (LampPos - Pw);
    OUT.UV = IN.UV.xy;
    OUT.HPosition = mul(Po, WvpXf);
    return OUT;
}
float4 std_PS(vertexOutput IN) : COLOR
{
    float3 diffContrib = saturate(dot(normalize(IN.LightVec), normalize(IN.WorldNormal)));
    float3 result = SurfaceColor * diffContrib + pow(diffContrib, SpecExpon);
    if (UseTexture) result *= tex2D(ColorSampler, IN.UV).rgb;
    return float4(result, 1);
}
technique Main < string Script = "Pass=p0;"; >
{
    pass p0 < string Script = "Draw=geometry;"; > { VertexShader = compile vs_3_0 std_VS(); ZEnable = true; ZWriteEnable = true; ZFunc = LessEqual; AlphaBlendEnable = false; CullMode = None; PixelShader = compile ps_3_0 std_PS(); }
}
