// Sums of 64 numbers each, times a factor: one thread group a sum.
cbuffer Settings { float Factor = 1; };
StructuredBuffer<float> Numbers;
RWStructuredBuffer<float> Sums;
groupshared float Part[64];

[numthreads(64, 1, 1)]
void SumCS(uint3 number : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    Part[thread] = Numbers[number.x] * Factor;
    GroupMemoryBarrierWithGroupSync();
    for (uint reach = 32; reach > 0; reach /= 2)
    {
        if (thread < reach) Part[thread] += Part[thread + reach];
        GroupMemoryBarrierWithGroupSync();
    }
    if (thread == 0) Sums[group.x] = Part[0];
}

technique11 Sum { pass P0 { SetComputeShader(CompileShader(cs_5_0, SumCS())); } }
