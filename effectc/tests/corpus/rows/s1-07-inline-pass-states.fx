// Direct3D 9: states set in the pass itself.
float4x4 WorldViewProj : WORLDVIEWPROJECTION;
texture DiffuseTexture;
sampler DiffuseSampler = sampler_state { Texture = <DiffuseTexture>; MinFilter = Linear; MagFilter = LINEAR; MipFilter = Linear; AddressU = Wrap; AddressV = Clamp; MaxAnisotropy = 4; };
struct VS_OUTPUT { float4 Pos : POSITION; float2 Tex : TEXCOORD0; float4 Col : COLOR0; };
VS_OUTPUT mainVS(float4 Pos : POSITION, float2 Tex : TEXCOORD0, float4 Col : COLOR0) { VS_OUTPUT o = (VS_OUTPUT)0; o.Pos = mul(Pos, WorldViewProj); o.Tex = Tex; o.Col = Col; return o; }
float4 mainPS(VS_OUTPUT i) : COLOR { return tex2D(DiffuseSampler, i.Tex) * i.Col; }
technique Blended
{
    pass P0
    {
        ZEnable = true; ZWriteEnable = FALSE; ZFunc = LessEqual; CullMode = NONE; FillMode = Solid;
        AlphaBlendEnable = TRUE; SrcBlend = SRCALPHA; DestBlend = InvSrcAlpha; BlendOp = Add;
        AlphaTestEnable = true; AlphaFunc = Greater; AlphaRef = 0x08;
        ColorWriteEnable = RED | GREEN | BLUE | ALPHA;
        StencilEnable = false; Lighting = FALSE; FogEnable = false;
        VertexShader = compile vs_2_0 mainVS();
        PixelShader = compile ps_2_0 mainPS();
    }
    pass P1 { CullMode = CW; ZEnable = FALSE; AlphaBlendEnable = 0; VertexShader = compile vs_1_1 mainVS(); PixelShader = compile ps_2_b mainPS(); }
}
