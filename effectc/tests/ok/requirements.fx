// What an effect needs of a device, and by what.
SamplerState Anisotropic { Filter = ANISOTROPIC; };
SamplerState Red { AddressU = BORDER; BorderColor = float4(1, 0, 0, 1); };
SamplerState Unused { Filter = ANISOTROPIC; };
SamplerState Once { AddressV = MIRROR_ONCE; };
RasterizerState Wire { FillMode = WIREFRAME; DepthClipEnable = FALSE; DepthBiasClamp = 0.5; };
BlendState Dual { BlendEnable[0] = TRUE; SrcBlend = SRC1_COLOR; };
BlendState FirstOnly { BlendEnable[0] = TRUE; SrcBlend = SRC_ALPHA; };
TextureCubeArray Cubes;
Texture2D Picture;
RWByteAddressBuffer Counts;
cbuffer Values { float4 tint; };

struct V { float4 position : SV_Position; float clip : SV_ClipDistance0; };

V VS(uint id : SV_VertexID) { V o; o.position = id; o.clip = 1; return o; }
float4 PS(float4 position : SV_Position) : SV_Target
{
    Counts.InterlockedAdd(0, 1);
    return tint + Cubes.Sample(Anisotropic, float4(1, 0, 0, 0)) + Picture.Sample(Red, 0.5) + Picture.Sample(Once, 0.5);
}
struct Targets { float4 a : SV_Target0; float4 b : SV_Target1; };
Targets PS_Two(float4 position : SV_Position) { Targets o; o.a = 1; o.b = 1; return o; }

technique11 T
{
    pass Wireframe
    {
        SetRasterizerState(Wire);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
    pass OneTarget
    {
        SetBlendState(FirstOnly, float4(0, 0, 0, 0), 0xFFFFFFFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
    pass TwoTargets
    {
        SetBlendState(FirstOnly, float4(0, 0, 0, 0), 0xFFFFFFFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS_Two()));
    }
    pass TwoColours
    {
        SetBlendState(Dual, float4(0, 0, 0, 0), 0xFFFFFFFF);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
