// Strides are HLSL's, which is 4 after a `float3`; sizes of byte-address buffers are bytes.
struct Particle { float3 position; float age; float3 velocity; };
RWStructuredBuffer<float4> Output;
RWStructuredBuffer<Particle> Particles;
RWByteAddressBuffer Raw;

[numthreads(1, 1, 1)]
void CS()
{
    uint count, stride_bytes, particle_count, particle_bytes, raw_bytes;
    Output.GetDimensions(count, stride_bytes);
    Particles.GetDimensions(particle_count, particle_bytes);
    Raw.GetDimensions(raw_bytes);
    Output[0] = float4(count, stride_bytes, particle_bytes, raw_bytes);
}

technique11 Truth < float4 expect = float4(64, 16, 28, 1024); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
