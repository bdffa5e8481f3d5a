// What does not convert, and operators that types do not have.
struct Light { float3 color; float range; };
float4x4 World; float2 Size; float3 Axis; float3x3 Turn;
Light Sun;
void Nothing() {}
float2 Half(float2 a) { return a / 2; }
float4 Few(float2 a) { return a; }
float4 PS(float4 p : SV_Position) : SV_Target
{
    float4 v = Size;
    float3 w = World;
    v = Half(Size);
    v += Size;
    float3 n = Axis + Turn;
    float4 s = Sun;
    float t = Nothing();
    bool same = Sun == Sun;
    float3 c = Size.x > 1 ? Axis : Turn;
    float3 m = Turn * Axis;
    return v + t + Few(Size) + n.x + w.x + c.x;
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
