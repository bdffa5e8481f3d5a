// A member of a class is not the matrix of a buffer that has its name.
cbuffer Constants
{
    float3x3 Matrix = { 11, 12, 13, 21, 22, 23, 31, 32, 33 };
    float After = 5;
};
class Holder
{
    float3x3 Matrix;
    float First() { return Matrix._11; }
};
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Holder holder;
    holder.Matrix = 7;
    Output[0] = float4(holder.First(), Matrix._m01_m10, After);
}

technique11 Truth < float4 expect = float4(7, 12, 21, 5); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
