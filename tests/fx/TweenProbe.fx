// The vertex shader of TweenDemo.fx, read back.
#include "../../shaders_hlsl/TweenDemo.fx"
#include "Probe.fxh"

ProbeOutput VS_Probe(VertexModel input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS(input), vertexID, input.instanceID);
}

technique11 Probe
{
    PASS_VP(P0, VS_Probe, PS_Probe)
};
