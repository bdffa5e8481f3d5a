// Histogram, prefix sum, bitonic sort, n-body, append and consume: what compute shaders of courses do.
#define GROUP 256
struct Body { float3 pos; float mass; float3 vel; uint id; };
StructuredBuffer<Body> OldBodies; RWStructuredBuffer<Body> NewBodies : register(u0); RWByteAddressBuffer Histogram; RWStructuredBuffer<uint> Data; Texture2D<float4> Source; RWTexture2D<float> Result; AppendStructuredBuffer<uint2> Visible; ConsumeStructuredBuffer<uint2> Work; RWBuffer<float> Sums; Buffer<uint> Keys;
cbuffer Params { uint g_Count; float g_DeltaT; float g_Softening = 0.01; uint g_Level; uint g_LevelMask; uint2 g_Size; };
groupshared float4 sharedPos[GROUP]; groupshared uint bins[64]; groupshared uint sortData[GROUP]; groupshared float scan[2][GROUP];
float3 Interaction(float3 ai, float4 bj, float3 bi) { float3 r = bj.xyz - bi; float d = dot(r, r) + g_Softening; float inv = 1.0f / sqrt(d); return ai + r * (bj.w * inv * inv * inv); }
[numthreads(GROUP, 1, 1)]
void NBodyCS(uint3 DTid : SV_DispatchThreadID, uint3 Gid : SV_GroupID, uint GI : SV_GroupIndex)
{
	Body b = OldBodies[DTid.x];
	float3 accel = 0;
	[loop]
	for (uint tile = 0; tile < (g_Count + GROUP - 1) / GROUP; tile++)
	{
		Body o = OldBodies[tile * GROUP + GI];
		sharedPos[GI] = float4(o.pos, o.mass);
		GroupMemoryBarrierWithGroupSync();
		[unroll(8)]
		for (uint k = 0; k < GROUP; k += 8) for (uint j = 0; j < 8; j++) accel = Interaction(accel, sharedPos[k + j], b.pos);
		GroupMemoryBarrierWithGroupSync();
	}
	b.vel += accel * g_DeltaT;
	b.pos += b.vel * g_DeltaT;
	NewBodies[DTid.x] = b;
	if (b.pos.x * b.pos.x < 100) Visible.Append(uint2(DTid.x, b.id));
}
[numthreads(16, 16, 1)]
void HistogramCS(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
	if (gi < 64) bins[gi] = 0;
	GroupMemoryBarrierWithGroupSync();
	if (all(id.xy < g_Size)) { float l = dot(Source[id.xy].rgb, float3(0.3, 0.59, 0.11)); uint old; InterlockedAdd(bins[min(63, l * 64)], 1, old); }
	GroupMemoryBarrierWithGroupSync();
	if (gi < 64) Histogram.InterlockedAdd(gi * 4, bins[gi]);
	Result[id.xy] = Source.Load(int3(id.xy, 0)).r;
}
[numthreads(GROUP, 1, 1)]
void BitonicCS(uint3 Gid : SV_GroupID, uint3 DTid : SV_DispatchThreadID, uint GI : SV_GroupIndex)
{
	sortData[GI] = Data[DTid.x];
	GroupMemoryBarrierWithGroupSync();
	for (unsigned int j = g_Level >> 1; j > 0; j >>= 1)
	{
		unsigned int result = ((sortData[GI & ~j] <= sortData[GI | j]) == (bool)(g_LevelMask & DTid.x)) ? sortData[GI ^ j] : sortData[GI];
		GroupMemoryBarrierWithGroupSync();
		sortData[GI] = result;
		GroupMemoryBarrierWithGroupSync();
	}
	Data[DTid.x] = sortData[GI];
}
[numthreads(GROUP, 1, 1)]
void ScanCS(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
	scan[0][gi] = Keys[id.x];
	GroupMemoryBarrierWithGroupSync();
	int from = 0;
	for (int step = 1; step < GROUP; step *= 2)
	{
		scan[1 - from][gi] = gi >= step ? scan[from][gi] + scan[from][gi - step] : scan[from][gi];
		from = 1 - from;
		GroupMemoryBarrierWithGroupSync();
	}
	Sums[id.x] = scan[from][gi];
}
[numthreads(64, 1, 1)] void WorkCS(uint3 id : SV_DispatchThreadID) { uint2 w = Work.Consume(); Body b = NewBodies[w.x]; b.id = w.y; NewBodies[w.x].vel = b.vel * 0.5; uint c; InterlockedCompareExchange(Data[0], 1, 2, c); InterlockedOr(Data[1], c); uint n, stride; NewBodies.GetDimensions(n, stride); Data[2] = n * stride; }
technique11 T0
{
	pass P0 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, NBodyCS())); }
	pass P1 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, HistogramCS())); }
	pass P2 { SetComputeShader(CompileShader(cs_5_0, BitonicCS())); }
	pass P3 { SetComputeShader(CompileShader(cs_5_0, ScanCS())); }
	pass P4 { SetComputeShader(CompileShader(cs_5_0, WorkCS())); }
};
