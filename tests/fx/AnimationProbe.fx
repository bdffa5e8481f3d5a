// The vertex shaders of AnimationDemo.fx, read back.
#include "../../shaders_hlsl/AnimationDemo.fx"
#include "Probe.fxh"

ProbeOutput VS_Probe(VertexTextureNormalTangentBlend input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS(input), vertexID, 0);
}

ProbeOutput VS_Probe8(VertexTextureNormalTangentBlend8 input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS8(input), vertexID, 0);
}

technique11 Probe
{
    PASS_VP(Skinned, VS_Probe, PS_Probe)
    PASS_VP(Skinned8, VS_Probe8, PS_Probe)
};
