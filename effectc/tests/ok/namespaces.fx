// What stands in namespaces: types, variables, functions, textures, entry points, in nested and reopened ones.
namespace Light
{
    static const float scale = 2;
    struct Lamp { float3 direction; float range; float scaled() { return range * scale; } };
    static const int COUNT = 1 + 1;
    cbuffer Lamps { Lamp lamps[COUNT]; float4 ambient; };
    float4 tint = { 1, 0.5, 0.25, 1 };
    Texture2D cookie;
    SamplerState linearly { Filter = MIN_MAG_MIP_LINEAR; };
    float weight(float x);
    float weight(Lamp lamp, float3 n) { return saturate(dot(lamp.direction, n)) * weight(lamp.range); }

    namespace Spot
    {
        static const float scale = 3;
        typedef float2 Cone;
        float cone(Cone c) { return c.x * scale + Light::scale + COUNT + weight(c.y); }
        Texture2D mask;
        sampler masked = sampler_state { Texture = <mask>; };
    }
    float spot(float2 c) { float scale = c.y; return Spot::cone(c) + scale + ((Spot::Cone)c).x; }
}
float weight(float x) { return -x; }
float scale = 5;
namespace Light
{
    float weight(float x) { return x * scale; }
    class Shape { float area() { return side * weight(side); } float side; };
    float4 shade(float3 n, float2 uv)
    {
        Shape shape;
        shape.side = 2;
        return cookie.Sample(linearly, uv) * weight(lamps[1], n) * tint + shape.area() + Spot::scale;
    }
    float4 PS(float3 n : NORMAL, float2 uv : TEXCOORD, uniform float4 base) : SV_Target
    {
        return shade(n, uv) + base + spot(uv) + ambient;
    }
}
float4 VS(float4 p : POSITION, out float3 n : NORMAL, out float2 uv : TEXCOORD) : SV_Position
{
    Light::Lamp lamp = Light::lamps[0];
    n = lamp.direction * lamp.scaled() * weight(scale) * Light::weight(Light::scale);
    uv = float2(Light::COUNT, Light::Spot::cone(Light::Spot::Cone(1, 2)));
    return p;
}
float4 PS_Legacy(float2 uv : TEXCOORD) : COLOR { return tex2D(Light::Spot::masked, uv); }
technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, Light::PS(Light::tint)));
    }
}
technique Legacy { pass P { PixelShader = compile ps_2_0 PS_Legacy(); } }
