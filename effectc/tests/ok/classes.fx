// Methods, inheritance and interfaces: methods are functions of their object, an interface parameter is any class.
interface ILight
{
    float3 Illuminate(float3 normal);
    float Weight();
};

class Ambient : ILight
{
    float3 color;
    float3 Illuminate(float3 normal) { return color * Weight(); }
    float Weight() { return 1; }
};

class Hemisphere : Ambient
{
    float4 ground;
    float3 Illuminate(float3 normal) { return lerp(ground, color, normal.y * 0.5 + 0.5); }
};

struct Counter
{
    float total;
    float count;
    void Add(float value) { total += value; count++; }
    float Mean() { return total / max(count, 1); }
};

Ambient ambient;
cbuffer Lights { Hemisphere sky; Hemisphere skies[2]; };

float3 Light(ILight light, float3 normal) { return light.Illuminate(normal) * light.Weight(); }

float4 PS(float3 normal : NORMAL) : SV_Target
{
    Counter counter = (Counter)0;
    counter.Add(normal.x);
    counter.Add(normal);
    return float4(Light(ambient, normal) + Light(sky, normal) + skies[1].Illuminate(normal), counter.Mean());
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
