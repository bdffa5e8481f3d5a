// Initialisers of buffer members and loose globals are default values of the effect.
static const float G = 9.8;
static const float3 DOWN = float3(0, -1, 0);
const float3 NON_METAL_F0 = float3(0.04f, 0.04f, 0.04f);
float scale = 2;
int2 cell = { -1, 7 };
bool on = true;
float4x4 identity = { 1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  5, 6, 7, 1 };
uniform uint flags = 0x10 | 3;
float noDefault;

struct Key { int index; float weight; };

cbuffer cbFixed
{
    float3 gAccelW = { 0.0f, 7.8f, 0.0f };
    float2 gQuadTexC[4] = { float2(0, 1), float2(1, 1), float2(0, 0), float2(1, 0) };
    float3 gGravity = DOWN * G;
    float gHalf = sqrt(0.25) + max(0, -1);
    Key gKeys[2] = { { 1, 0.25 }, { 2, 0.75 } };
    float4 gSpread = 3;
    double gDouble = 0.5;
}

float4 VS(float3 p : POSITION) : SV_Position
{
    float4 result = mul(float4(p * scale + NON_METAL_F0, 1), identity);
    result.xyz += gAccelW + gGravity * gHalf + float3(gQuadTexC[2], cell.x) + gKeys[1].weight + gSpread.x;
    return on && flags != 0 ? result : noDefault;
}
technique T { pass { VertexShader = compile vs_4_0 VS(); PixelShader = NULL; } }
