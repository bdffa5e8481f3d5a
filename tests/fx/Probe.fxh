// Reads back what a vertex shader computes. Every vertex stands twelve times in the vertex buffer: a triangle
// for each of the four things that are read, each over the middle of one pixel of a float target.
#ifndef PROBE_FXH
#define PROBE_FXH

cbuffer ProbeBuffer
{
    uint2 ProbeTargetSize; // pixels
    uint ProbeVertexCount; // of one instance
    uint ProbePadding;
};

struct ProbeOutput
{
    float4 position : SV_POSITION;
    nointerpolation float4 value : VALUE;
};

ProbeOutput Probe(MeshOutput mesh, uint vertexID, uint instanceID)
{
    uint corner = vertexID % 3;
    uint what = (vertexID / 3) % 4;
    uint pixel = (instanceID * ProbeVertexCount + vertexID / 12) * 4 + what;

    float2 middle = float2(pixel % ProbeTargetSize.x, pixel / ProbeTargetSize.x) + 0.5f;
    // Clockwise in Direct3D's pixels, which grow downwards.
    float2 corners[3] = { float2(-0.25f, 0.25f), float2(0.0f, -0.25f), float2(0.25f, 0.25f) };
    float2 place = (middle + corners[corner]) / float2(ProbeTargetSize);

    ProbeOutput output;
    output.position = float4(place.x * 2.0f - 1.0f, 1.0f - place.y * 2.0f, 0.5f, 1.0f);
    output.value = float4(mesh.worldPosition, 1.0f);
    if (what == 1)
        output.value = float4(mesh.normal, 1.0f);
    if (what == 2)
        output.value = float4(mesh.tangent, 1.0f);
    if (what == 3)
        output.value = mesh.position;
    return output;
}

float4 PS_Probe(ProbeOutput input) : SV_TARGET
{
    return input.value;
}

#endif
