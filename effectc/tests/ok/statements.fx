// Statements, globals and names as fxc takes them.
float Scale = 2;
float4 Color = float4(1, 2, 3, 4);
struct Light { float power; float3 steps[2]; };
Light Light = { 1, 2, 2, 2, 3, 3, 3 };
const int Many = 4;
cbuffer Sizes { static const int Few = 2; float4 line; };
Texture2D Picture;
RWStructuredBuffer<float4> Output;

float twice(float a) { return a * 2; }
static float First = twice(Scale);
static const float Second = First + 1;
static float Sum;
static const float2 Points[] = { 1, 2, 3, 4 };

float sum(float values[4], float by = Scale)
{
    float result;
    for (int i = 0; i < 4; i++) result += values[i] * by;
    for (i = 0; i < 2; i++) { float i = 1; result += i; }
    return result;
}

float pick(int which)
{
    switch (which)
    {
        case Many: return 1;
        case Few: case 7: Sum += 1;
        default: break;
    }
    if (which > 9) return 2;
}

[numthreads(Few, 1, 1)]
void CS(uint3 id : SV_DispatchThreadID)
{
    Color.rgb *= 2;
    float saturate = saturate(Color.x);
    float whole[4] = (float[4])Color;
    [Unroll] do { Sum++; } while (Sum < 3);;
    Output[id.x] = float4(sum(whole), pick(id.x), First + Second + Points[1].x, saturate) + line + Light.power;
    Output[id.x + 1] = float4(1.#INF, 5000000000, 1f, Sum);
}

technique11 Statements
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
