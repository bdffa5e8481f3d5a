cbuffer PerObject { float4x4 World; float4x4 ViewProj; float4 Tint = { 1, 1, 1, 1 }; };
Texture2D Diffuse;
SamplerState Linear { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; AddressV = Wrap; };
RasterizerState Solid { CullMode = None; };
struct Vertex { float3 position : POSITION; float2 uv : TEXCOORD; };
struct Pixel { float4 position : SV_Position; float2 uv : TEXCOORD; };

Pixel VS(Vertex input)
{
    Pixel output;
    output.position = mul(mul(float4(input.position, 1), World), ViewProj);
    output.uv = input.uv;
    return output;
}
float4 PS(Pixel input) : SV_Target { return Diffuse.Sample(Linear, input.uv) * Tint; }

technique11 Draw
{
    pass P0
    {
        SetRasterizerState(Solid);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
