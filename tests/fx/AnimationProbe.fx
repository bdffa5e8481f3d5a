// The vertex shader of AnimationDemo.fx, read back.
#include "../../shaders_hlsl/AnimationDemo.fx"
#include "Probe.fxh"

ProbeOutput VS_Probe(VertexTextureNormalTangentBlend input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS(input), vertexID, 0);
}

technique11 Probe
{
    PASS_VP(P0, VS_Probe, PS_Probe)
};
