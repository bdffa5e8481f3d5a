// Outputs of functions that have other types than the arguments, or are elements of matrices; writes through indices
// into arrays of buffers.
RWStructuredBuffer<float4> Output;
void add(inout float a) { a += 0.75; }
void add3(inout float3 a, out int2 b) { a += 0.75; b = 7; }
void setm(out float2 v) { v = float2(8, 9); }
void half_(inout int a) { a += 1; }
float4x4 G;
[numthreads(1,1,1)] void CS(uint3 id : SV_DispatchThreadID)
{
    int i = 3; add(i);
    uint u = 4; add(u);
    int3 v = int3(1, 2, 3); float2 w = 0; add3(v, w);
    float4 q = 0; add3(q.xyz, q.zw);
    float4x4 m = 0; add(m._12); setm(m._11_22); setm(m[1].xy); add(m[2][1]);
    float f = 2.5; half_(f);
    bool b = false; half_(b);
    float4 arr[2]; arr[0] = 1; arr[1] = 2; add(arr[id.x].y); half_(arr[1].z);
    int2x2 im = 0; add(im._11); half_(im[1].y); setm(im[0]);
    setm(q.wx);
    float o, p; sincos(1.0, m._13, m._24);
    Output[id.x] = float4(i, u, f, b) + v.xyzz + w.xyxy + q + m[0] + m[1] + arr[id.x] + im[0].xyxy;
}
RWStructuredBuffer<uint4> Outs[3];
AppendStructuredBuffer<float4> Lists[2];
RWByteAddressBuffer Raws[2][2];
RWBuffer<float> Typed[2];
RWTexture2D<float4> Pictures[2];
uint K;
[numthreads(1, 1, 1)] void CS_Arrays(uint3 id : SV_DispatchThreadID)
{
    Outs[K][id.x] = 1;
    Outs[K + 1][id.x].y += 2;
    InterlockedAdd(Outs[K][id.x].z, 1);
    Lists[id.y].Append(Outs[K][0]);
    Raws[id.x][K].Store(4, 5);
    Typed[K][id.x] = Typed[id.x][K] + 1;
    Pictures[K][id.xy] = 2;
    for (uint i = 0; i < 2; i++)
        Typed[i][3]++;
}
technique11 T
{
    pass Outputs { SetComputeShader(CompileShader(cs_5_0, CS())); }
    pass Arrays { SetComputeShader(CompileShader(cs_5_0, CS_Arrays())); }
}
