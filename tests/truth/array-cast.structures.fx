// A structure takes the numbers of what is cast to it in order, and gives them so.
struct Pair { float2 first; float second[2]; };
static float count = 0;
RWStructuredBuffer<float4> Output;

float4 Next()
{
    count += 1;
    return float4(1, 2, 3, 4) * count;
}

[numthreads(1, 1, 1)]
void CS()
{
    Pair pair = (Pair)Next();
    Output[0] = float4(pair.second[1], pair.second[0], pair.first);
    Output[1] = (float4)pair + count;
}

technique11 Truth < float4 expect = float4(4, 3, 1, 2); float4 expect1 = float4(2, 3, 4, 5); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
