// A matrix of whole numbers has no place in a structured buffer yet.
struct Cell { float4 p; int3x3 m; };
StructuredBuffer<Cell> Cells;
RWStructuredBuffer<bool2x2> Flags;
[numthreads(1, 1, 1)] void CS() { Flags[0] = Cells[0].m._11 > 1; }
technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
