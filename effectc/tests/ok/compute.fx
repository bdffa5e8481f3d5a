// Compute passes as the course has them: texture arrays, raw buffers, structured buffers, group memory.
Texture2DArray<float4> Input;
RWTexture2DArray<float4> Output;
ByteAddressBuffer RawInput;
RWByteAddressBuffer RawOutput;
Buffer<uint> Typed;
RWBuffer<float> TypedOutput;
Texture3D Volume;
Texture2D Images[3];
TextureCube Sky;
SamplerState Samplers[2];

struct GroupInput { uint3 groupID : SV_GroupID; uint3 threadID : SV_GroupThreadID; uint3 id : SV_DispatchThreadID; uint index : SV_GroupIndex; };

groupshared float sums[64];

[NumThreads(8, 8, 1)]
void CS_Texture(GroupInput input)
{
    float4 color = Input.Load(int4(input.id, 0)) + Volume.SampleLevel(Samplers[1], float3(0.5, 0.5, 0.5), 0);
    color += Images[2].SampleLevel(Samplers[0], float2(0, 0), 0) + Sky.SampleLevel(Samplers[0], float3(0, 1, 0), 0);
    sums[input.index] = color.x;
    GroupMemoryBarrierWithGroupSync();
    Output[input.id] = 1 - color * sums[63 - input.index];
}

[numthreads(10, 8, 3)]
void CS_Raw(uint3 id : SV_DispatchThreadID)
{
    uint address = (id.x + id.y * 10) * 4;
    RawOutput.Store(address, RawInput.Load(address) + Typed[id.x]);
    RawOutput.Store3(address + 4, asuint(float3(1, 2, 3)));
    uint before;
    RawOutput.InterlockedAdd(0, 1, before);
    TypedOutput[id.x] = before;
}

technique11 T0
{
    pass P0 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, CS_Texture())); }
    pass P1 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, CS_Raw())); }
}
