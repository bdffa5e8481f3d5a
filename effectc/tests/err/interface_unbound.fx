// An interface global stands for a class instance that the pass must name.
interface ILight { float3 Color(); };
class Lamp : ILight { float3 color; float3 Color() { return color; } };
Lamp lamp;
ILight light;
float4 PS() : SV_Target { return float4(light.Color(), 1); }
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
