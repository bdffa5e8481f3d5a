// The sky behind everything: one triangle over the whole picture, as far away as can be.
#include "Light.fxh"

struct SkyOutput
{
    float4 position : SV_POSITION;
    float3 direction : TEXCOORD;
};

DepthStencilState BehindEverything
{
    DepthFunc = LESS_EQUAL;
    DepthWriteMask = ZERO;
};

// Vertices 0 to 2 without any buffer: a triangle of which the picture is the corner.
SkyOutput VS(uint vertex : SV_VERTEXID)
{
    float2 clip = float2(vertex == 1 ? 3.0f : -1.0f, vertex == 2 ? -3.0f : 1.0f);

    SkyOutput output;
    output.position = float4(clip, 1.0f, 1.0f);
    // The way through a pixel, at a depth of 1 in view space; a shifted lens stands in the third row of P.
    float3 view = float3((clip - P._31_32) / float2(P._11, P._22), 1.0f);
    output.direction = mul(view, (float3x3)VInv);
    return output;
}

float4 PS(SkyOutput input) : SV_TARGET
{
    return float4(SkyColor(input.direction, DirectionToLight()) + Dither(input.position), 1.0f);
}

technique11 T0
{
    pass P0
    {
        SetDepthStencilState(BehindEverything, 0);
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
};
