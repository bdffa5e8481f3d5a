// Toon shading of a figure in the dialect of MikuMikuMoving and MikuMikuEffect: many techniques by macros, SAS annotations.
float4x4 WorldViewProjMatrix      : WORLDVIEWPROJECTION;
float4x4 WorldMatrix              : WORLD;
float4x4 LightWorldViewProjMatrix : WORLDVIEWPROJECTION < string Object = "Light"; >;
float3   LightDirection    : DIRECTION < string Object = "Light"; >;
float3   CameraPosition    : POSITION  < string Object = "Camera"; >;
float4   MaterialDiffuse   : DIFFUSE  < string Object = "Geometry"; >;
float3   MaterialAmbient   : AMBIENT  < string Object = "Geometry"; >;
float3   MaterialEmmisive  : EMISSIVE < string Object = "Geometry"; >;
float3   MaterialSpecular  : SPECULAR < string Object = "Geometry"; >;
float    SpecularPower     : SPECULARPOWER < string Object = "Geometry"; >;
float3   MaterialToon      : TOONCOLOR;
float4   EdgeColor         : EDGECOLOR;
float3   LightDiffuse      : DIFFUSE   < string Object = "Light"; >;
float3   LightAmbient      : AMBIENT   < string Object = "Light"; >;
float3   LightSpecular     : SPECULAR  < string Object = "Light"; >;
static float4 DiffuseColor  = MaterialDiffuse  * float4(LightDiffuse, 1.0f);
static float3 AmbientColor  = saturate(MaterialAmbient * LightAmbient + MaterialEmmisive);
static float3 SpecularColor = MaterialSpecular * LightSpecular;
bool     parthf;
bool     transp;
bool	 spadd;
#define SKII1    1500
#define SKII2    8000
#define Toon     3
texture ObjectTexture: MATERIALTEXTURE;
sampler ObjTexSampler = sampler_state { texture = <ObjectTexture>; MINFILTER = LINEAR; MAGFILTER = LINEAR; };
texture ObjectSphereMap: MATERIALSPHEREMAP;
sampler ObjSphareSampler = sampler_state { texture = <ObjectSphereMap>; MINFILTER = LINEAR; MAGFILTER = LINEAR; };
sampler DefSampler : register(s0);
float4 ColorRender_VS(float4 Pos : POSITION) : POSITION { return mul( Pos, WorldViewProjMatrix ); }
float4 ColorRender_PS() : COLOR { return EdgeColor; }
technique EdgeTec < string MMDPass = "edge"; > { pass DrawEdge { AlphaBlendEnable = FALSE; AlphaTestEnable  = FALSE; VertexShader = compile vs_2_0 ColorRender_VS(); PixelShader  = compile ps_2_0 ColorRender_PS(); } }
struct VS_OUTPUT {
    float4 Pos        : POSITION;
    float2 Tex        : TEXCOORD1;
    float3 Normal     : TEXCOORD2;
    float3 Eye        : TEXCOORD3;
    float2 SpTex      : TEXCOORD4;
    float4 ZCalcTex   : TEXCOORD0;
    float4 Color      : COLOR0;
};
VS_OUTPUT Basic_VS(float4 Pos : POSITION, float3 Normal : NORMAL, float2 Tex : TEXCOORD0, uniform bool useTexture, uniform bool useSphereMap, uniform bool useToon, uniform bool selfShadow)
{
    VS_OUTPUT Out = (VS_OUTPUT)0;
    Out.Pos = mul( Pos, WorldViewProjMatrix );
    Out.Eye = CameraPosition - mul( Pos, WorldMatrix );
    Out.Normal = normalize( mul( Normal, (float3x3)WorldMatrix ) );
    if ( selfShadow ) { Out.ZCalcTex = mul( Pos, LightWorldViewProjMatrix ); }
    Out.Color.rgb = AmbientColor;
    if ( !useToon ) { Out.Color.rgb += max(0,dot( Out.Normal, -LightDirection )) * DiffuseColor.rgb; }
    Out.Color.a = DiffuseColor.a;
    Out.Color = saturate( Out.Color );
    Out.Tex = Tex;
    if ( useSphereMap ) { float2 NormalWV = mul( Out.Normal, (float3x3)WorldViewProjMatrix ); Out.SpTex.x = NormalWV.x * 0.5f + 0.5f; Out.SpTex.y = NormalWV.y * -0.5f + 0.5f; }
    return Out;
}
float4 Basic_PS(VS_OUTPUT IN, uniform bool useTexture, uniform bool useSphereMap, uniform bool useToon, uniform bool selfShadow) : COLOR0
{
    float3 HalfVector = normalize( normalize(IN.Eye) + -LightDirection );
    float3 Specular = pow( max(0,dot( HalfVector, normalize(IN.Normal) )), SpecularPower ) * SpecularColor;
    float4 Color = IN.Color;
    if ( useTexture ) { Color *= tex2D( ObjTexSampler, IN.Tex ); }
    if ( useSphereMap ) { if(spadd) Color += tex2D(ObjSphareSampler,IN.SpTex); else Color *= tex2D(ObjSphareSampler,IN.SpTex); }
    float4 ShadowColor = float4(AmbientColor, Color.a);
    if ( useToon ) { float LightNormal = dot( IN.Normal, -LightDirection ); Color.rgb *= lerp(MaterialToon, float3(1,1,1), saturate(LightNormal * 16 + 0.5)); }
    Color.rgb += Specular;
    if ( selfShadow )
    {
        IN.ZCalcTex /= IN.ZCalcTex.w;
        float2 TransTexCoord;
        TransTexCoord.x = (1.0f + IN.ZCalcTex.x)*0.5f;
        TransTexCoord.y = (1.0f - IN.ZCalcTex.y)*0.5f;
        if( any( saturate(TransTexCoord) != TransTexCoord ) ) { return Color; }
        else
        {
            float comp;
            if(parthf) { comp=1-saturate(max(IN.ZCalcTex.z-tex2D(DefSampler,TransTexCoord).r , 0.0f)*SKII2*TransTexCoord.y-0.3f); }
            else { comp=1-saturate(max(IN.ZCalcTex.z-tex2D(DefSampler,TransTexCoord).r , 0.0f)*SKII1-0.3f); }
            if ( useToon ) { comp = min(saturate(dot(IN.Normal,-LightDirection)*Toon),comp); ShadowColor.rgb *= MaterialToon; }
            float4 ans = lerp(ShadowColor, Color, comp);
            if( transp ) ans.a = 0.5f;
            return ans;
        }
    }
    return Color;
}
#define MAIN_TEC(name, tex, sphere, toon, pass_, self) \
technique name < string MMDPass = pass_; bool UseTexture = tex; bool UseSphereMap = sphere; bool UseToon = toon; > { \
    pass DrawObject { VertexShader = compile vs_3_0 Basic_VS(tex, sphere, toon, self); PixelShader = compile ps_3_0 Basic_PS(tex, sphere, toon, self); } }
MAIN_TEC(MainTec0, false, false, false, "object", false)
MAIN_TEC(MainTec1, true, false, false, "object", false)
MAIN_TEC(MainTec3, true, true, false, "object", false)
MAIN_TEC(MainTec7, true, true, true, "object", false)
MAIN_TEC(MainTecBS7, true, true, true, "object_ss", true)
struct VS_ZValuePlot_OUTPUT { float4 Pos : POSITION; float4 ShadowMapTex : TEXCOORD0; };
VS_ZValuePlot_OUTPUT ZValuePlot_VS( float4 Pos : POSITION ) { VS_ZValuePlot_OUTPUT Out = (VS_ZValuePlot_OUTPUT)0; Out.Pos = mul( Pos, LightWorldViewProjMatrix ); Out.ShadowMapTex = Out.Pos; return Out; }
float4 ZValuePlot_PS( float4 ShadowMapTex : TEXCOORD0 ) : COLOR { return float4(ShadowMapTex.z/ShadowMapTex.w,0,0,1); }
technique ZplotTec < string MMDPass = "zplot"; > { pass ZValuePlot { AlphaBlendEnable = FALSE; VertexShader = compile vs_2_0 ZValuePlot_VS(); PixelShader  = compile ps_2_0 ZValuePlot_PS(); } }
