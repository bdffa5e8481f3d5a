// The vertex shaders of TweenDemo.fx, read back.
#include "../../shaders_hlsl/TweenDemo.fx"
#include "Probe.fxh"

ProbeOutput VS_Probe(VertexModel input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS(input), vertexID, input.instanceID);
}

ProbeOutput VS_Probe8(VertexModel8 input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS8(input), vertexID, input.instanceID);
}

technique11 Probe
{
    PASS_VP(Skinned, VS_Probe, PS_Probe)
    PASS_VP(Skinned8, VS_Probe8, PS_Probe)
};
