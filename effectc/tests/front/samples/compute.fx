#pragma pack_matrix(row_major)

ByteAddressBuffer Input; // SRV
RWByteAddressBuffer Output; // UAV
Texture2DArray<float4> Source;
RWTexture2DArray<float4> Target;
RWTexture2D<unorm float4> Unorm : register(u3);
Texture2DMS<float4, 4> Samples;
StructuredBuffer<matrix> Matrices;
AppendStructuredBuffer<uint2> Appended;

struct ComputeInput
{
	uint3 groupID : SV_GroupID;
	uint3 groupThreadID : SV_GroupThreadID;
	uint3 dispatchThreadID : SV_DispatchThreadID;
	uint groupIndex : SV_GroupIndex;
};

groupshared float4 Shared[64 * 2];

[numthreads(10, 8, 3)]
void CS(ComputeInput input)
{
	uint index = input.groupID.x * 240 + input.groupIndex;
	uint address = index * 10u * 4;

	Output.Store3(address + 0, input.groupID);
	Output.Store(address + 36, asuint((float)input.groupIndex));
	float4 value = Source.Load(int4(input.dispatchThreadID, 0));
	Target[input.dispatchThreadID] = 1.0f - value;
	GroupMemoryBarrierWithGroupSync();
	Shared[index & 127] = ~index ^ (index << 2 | index >> 1);
	uint old;
	InterlockedCompareExchange(Shared[0].x, 0, 1, old);
	do { old--; } while (old > 0 && !(old % 3 == 0));
	while (true) { if (old++ > 5) break; else continue; }
	switch (old)
	{
	case 0:
	case 1: old = 2; break;
	default: { old = 3; } break;
	}
	for (uint a = 0, b = 1; a < b; a++, b--) ;
	for (;;) { break; }
}

technique11 T0
{
	pass P0
	{
		SetVertexShader(NULL);
		SetPixelShader(NULL);
		SetComputeShader(CompileShader(cs_5_0, CS()));
	}
};
