// The vertex shaders of RenderDemo.fx, read back.
#include "../../shaders_hlsl/RenderDemo.fx"
#include "Probe.fxh"

ProbeOutput VS_ProbeMesh(VertexMesh input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS_Mesh(input), vertexID, input.instanceID);
}

ProbeOutput VS_ProbeModel(VertexModel input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS_Model(input), vertexID, input.instanceID);
}

ProbeOutput VS_ProbeAnimation(VertexModel input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS_Animation(input), vertexID, input.instanceID);
}

ProbeOutput VS_ProbeAnimation8(VertexModel8 input, uint vertexID : SV_VERTEXID)
{
    return Probe(VS_Animation8(input), vertexID, input.instanceID);
}

technique11 Probe
{
    PASS_VP(Mesh, VS_ProbeMesh, PS_Probe)
    PASS_VP(Model, VS_ProbeModel, PS_Probe)
    PASS_VP(Skinned, VS_ProbeAnimation, PS_Probe)
    PASS_VP(Skinned8, VS_ProbeAnimation8, PS_Probe)
};
