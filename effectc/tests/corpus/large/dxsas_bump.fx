/*********************************************************************
  Bump mapping with a reflection, for art tools (FX Composer style).
*********************************************************************/
float Script : STANDARDSGLOBAL < string UIWidget = "none"; string ScriptClass = "object"; string ScriptOrder = "standard"; string ScriptOutput = "color"; string Script = "Technique=Technique?SimplePS:TexturedVS:Textured;"; > = 0.8;
float4x4 gWorldITXf : WorldInverseTranspose < string UIWidget="None"; >;
float4x4 gWvpXf : WorldViewProjection < string UIWidget="None"; >;
float4x4 gWorldXf : World < string UIWidget="None"; >;
float4x4 gViewIXf : ViewInverse < string UIWidget="None"; >;
float3 gLamp0Pos : POSITION < string Object = "PointLight0"; string UIName =  "Lamp 0 Position"; string Space = "World"; > = {-0.5f,2.0f,1.25f};
float3 gLamp0Color : SPECULAR < string UIName =  "Lamp 0"; string Object = "Pointlight0"; string UIWidget = "Color"; > = {1.0f,1.0f,1.0f};
float3 gAmbiColor : AMBIENT < string UIName =  "Ambient Light"; string UIWidget = "Color"; > = {0.07f,0.07f,0.07f};
float gKs < string UIWidget = "slider"; float UIMin = 0.0; float UIMax = 1.0; float UIStep = 0.05; string UIName =  "Specular"; > = 0.4;
float gSpecExpon : SPECULARPOWER < string UIWidget = "slider"; float UIMin = 1.0; float UIMax = 128.0; float UIStep = 1.0; > = 55.0;
half gBump < string UIWidget = "slider"; float UIMin = 0.0; float UIMax = 3.0; float UIStep = 0.01; > = 1.0;
texture gColorTexture : DIFFUSE < string ResourceName = "default_color.dds"; string UIName =  "Diffuse Texture"; string ResourceType = "2D"; >;
sampler2D gColorSampler = sampler_state { Texture = <gColorTexture>; MinFilter = Linear; MipFilter = Linear; MagFilter = Linear; AddressU = Wrap; AddressV = Wrap; };
texture gNormalTexture : NORMAL < string ResourceName = "default_bump_normal.dds"; >;
sampler2D gNormalSampler = sampler_state { Texture = <gNormalTexture>; MinFilter = Linear; MipFilter = Linear; MagFilter = Linear; AddressU = Wrap; AddressV = Wrap; };
texture gEnvTexture : ENVIRONMENT < string ResourceName = "default_reflection.dds"; string ResourceType = "Cube"; >;
samplerCUBE gEnvSampler = sampler_state { Texture = <gEnvTexture>; MinFilter = Linear; MagFilter = Linear; MipFilter = Linear; AddressU = Clamp; AddressV = Clamp; AddressW = Clamp; };
struct appdata { float3 Position : POSITION; float4 UV : TEXCOORD0; float4 Normal : NORMAL; float4 Tangent : TANGENT0; float4 Binormal : BINORMAL0; };
struct vertexOutput { float4 HPosition : POSITION; float2 UV : TEXCOORD0; float3 LightVec : TEXCOORD1; float3 WorldNormal : TEXCOORD2; float3 WorldTangent : TEXCOORD3; float3 WorldBinormal : TEXCOORD4; float3 WorldView : TEXCOORD5; };
vertexOutput std_VS(appdata IN) {
    vertexOutput OUT = (vertexOutput)0;
    OUT.WorldNormal = mul(IN.Normal,gWorldITXf).xyz;
    OUT.WorldTangent = mul(IN.Tangent,gWorldITXf).xyz;
    OUT.WorldBinormal = mul(IN.Binormal,gWorldITXf).xyz;
    float4 Po = float4(IN.Position.xyz,1);
    float3 Pw = mul(Po,gWorldXf).xyz;
    OUT.LightVec = (gLamp0Pos - Pw);
#ifdef FLIP_TEXTURE_Y
    OUT.UV = float2(IN.UV.x,(1.0-IN.UV.y));
#else /* !FLIP_TEXTURE_Y */
    OUT.UV = IN.UV.xy;
#endif /* !FLIP_TEXTURE_Y */
    OUT.WorldView = normalize(gViewIXf[3].xyz - Pw);
    OUT.HPosition = mul(Po,gWvpXf);
    return OUT;
}
void phong_shading(vertexOutput IN, float3 LightColor, float3 Nn, float3 Ln, float3 Vn, out float3 DiffuseContrib, out float3 SpecularContrib)
{
    float3 Hn = normalize(Vn + Ln);
    float4 litV = lit(dot(Ln,Nn),dot(Hn,Nn),gSpecExpon);
    DiffuseContrib = litV.y * LightColor;
    SpecularContrib = litV.y * litV.z * gKs * LightColor;
}
float4 std_PS(vertexOutput IN, uniform bool reflects) : COLOR {
    float3 diffContrib;
    float3 specContrib;
    float3 Ln = normalize(IN.LightVec);
    float3 Vn = normalize(IN.WorldView);
    float3 Nn = normalize(IN.WorldNormal);
    float3 Tn = normalize(IN.WorldTangent);
    float3 Bn = normalize(IN.WorldBinormal);
    float3 bump = gBump * (tex2D(gNormalSampler,IN.UV).rgb - float3(0.5,0.5,0.5));
    Nn = Nn + bump.x*Tn + bump.y*Bn;
    Nn = normalize(Nn);
    phong_shading(IN,gLamp0Color,Nn,Ln,Vn,diffContrib,specContrib);
    float3 diffuseColor = tex2D(gColorSampler,IN.UV).rgb;
    float3 result = specContrib+(diffuseColor*(diffContrib+gAmbiColor));
    if (reflects) { float3 R = -reflect(Vn,Nn); result += 0.3 * texCUBE(gEnvSampler,R.xyz).rgb; }
    return float4(result,1);
}
technique SimplePS < string Script = "Pass=p0;"; > {
    pass p0 < string Script = "Draw=geometry;"; > {
        VertexShader = compile vs_3_0 std_VS();
		ZEnable = true;
		ZWriteEnable = true;
		ZFunc = LessEqual;
		AlphaBlendEnable = false;
		CullMode = None;
        PixelShader = compile ps_3_0 std_PS(true);
    }
}
technique Plain { pass p0 { VertexShader = compile vs_2_0 std_VS(); PixelShader = compile ps_2_a std_PS(false); } }
