// Values that a device of Direct3D 9 refuses, so that the state stays as it was; values that are computed from names.
int Cull : CULLMODE;
int Function;
int Factors[2] = { 5, 6 };
bool Additive = true;
int Bones = 3;
bool IsLit;
texture Map;
sampler S = sampler_state { Texture = <Map>; AddressU = 0; AddressV = (Cull); MinFilter = 7; MagFilter = 2; };
float4 VS(float4 p : POSITION, uniform float k) : POSITION { return p * k; }
float4 PS(float2 uv : TEXCOORD0) : COLOR { return tex2D(S, uv); }
VertexShader Skins[3] = { compile vs_2_0 VS(1), compile vs_2_0 VS(2), compile vs_2_0 VS(3) };
float Twice() { float4 part; float1 result; part.xy = IsLit + IsLit; result.x = part.y + min(Bones.x, (1)); return result; }
int Chosen(int level) { if (level > 2) { return 5; } else return level; }
technique T
{
    pass Refused
    {
        VertexShader = (Skins[min(Bones, 1) + IsLit]);
        PixelShader = compile ps_2_0 PS();
        CullMode = <Cull>;
        ZFunc = (Function);
        FillMode = 0;
        BlendOp = 9;
    }
    pass Computed
    {
        SrcBlend = ZERO | SRCALPHA;
        DestBlend = (Additive ? ONE : INVSRCALPHA);
        SrcBlendAlpha = (Factors[1]);
        ColorWriteEnable = (Additive ? RED | GREEN : 0);
    }
    pass Called
    {
        VertexShader = Skins[Twice()];
        PixelShader = compile ps_2_0 PS();
        SrcBlend = Chosen(Bones);
    }
}
