// Messages of the HLSL compiler: a token that stands once in its line, one that stands twice, one in an include,
// one in a function that two entry points share.
#include "code.fxh"
cbuffer C { float4 color; };
float4 Shared(float4 p) { return nope * p; }
float4 VS(float4 p : POSITION) : SV_Position { return Shared(p) + InInclude(p); }
float4 PS(float4 p : SV_Position) : SV_Target
{
    float4 twice = missing + missing;
    return Shared(p) + twice;
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
