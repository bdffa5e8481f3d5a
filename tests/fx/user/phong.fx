// A Phong surface as a Direct3D 11 sample has it: no skinning, annotations for a tool's widgets.
cbuffer PerObject
{
    float4x4 World               : WORLD;
    float4x4 WorldInvTranspose   : WORLDINVERSETRANSPOSE;
    float4x4 WorldViewProjection : WORLDVIEWPROJECTION;
};

float3 EyePosition : CAMERAPOSITION;
float3 gLightDir;

float4 Tint < string UIWidget = "Color"; string UIName = "Tint"; > = { 1.0f, 0.86f, 0.62f, 1.0f };
float Ambient < string UIName = "Ambient"; float UIMin = 0; float UIMax = 1; > = 0.35f;
float Gloss < string UIName = "Gloss"; string UIHelp = "Power of the highlight"; float UIMin = 1; float UIMax = 128; > = 48.0f;
bool Banded < string UIName = "Bands"; > = false;
int Bands < string UIName = "Number of bands"; int UIMin = 2; int UIMax = 8; > = 4;

Texture2D DiffuseMap;
SamplerState Anisotropic
{
    Filter = ANISOTROPIC;
    MaxAnisotropy = 4;
    AddressU = WRAP;
    AddressV = WRAP;
};

struct VertexIn
{
    float3 position : POSITION;
    float3 normal   : NORMAL;
    float2 uv       : TEXCOORD0;
};

struct VertexOut
{
    float4 position : SV_POSITION;
    float3 world    : TEXCOORD0;
    float3 normal   : TEXCOORD1;
    float2 uv       : TEXCOORD2;
};

VertexOut VS(VertexIn input)
{
    VertexOut output;
    output.position = mul(float4(input.position, 1), WorldViewProjection);
    output.world = mul(float4(input.position, 1), World).xyz;
    output.normal = mul(input.normal, (float3x3)WorldInvTranspose);
    output.uv = input.uv;
    return output;
}

float4 PS(VertexOut input) : SV_TARGET
{
#ifdef FLAT
    return float4(1, 0, 1, 1);
#endif
    float3 n = normalize(input.normal);
    float3 toLight = -gLightDir;
    float3 toEye = normalize(EyePosition - input.world);
    float lit = saturate(dot(n, toLight));
    if (Banded)
        lit = ceil(lit * Bands) / Bands;
    float highlight = pow(saturate(dot(reflect(-toLight, n), toEye)), Gloss) * step(0, dot(n, toLight));
    float3 surface = DiffuseMap.Sample(Anisotropic, input.uv).rgb * Tint.rgb;
    return float4(surface * (Ambient + (1 - Ambient) * lit) + 0.25f * highlight, 1);
}

float4 PS_Normals(VertexOut input) : SV_TARGET
{
    return float4(normalize(input.normal) * 0.5f + 0.5f, 1);
}

technique11 Phong
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}

technique11 Normals
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS_Normals()));
    }
}
