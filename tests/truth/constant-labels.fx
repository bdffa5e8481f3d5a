// Labels of a `switch`, and numbers in attributes, are any constants.
RWStructuredBuffer<float4> Output;
const int Many = 4;
cbuffer Sizes { static const int Few = 2; float4 unused; }
static const int Threads = Few / 2;

float pick(int which)
{
    switch (which)
    {
        case Many: return 1;
        case Few * 3: return 2;
        case -Few: return 3;
        default: return 4;
    }
}

[numthreads(Threads, Few - 1, 1)]
void CS()
{
    Output[0] = float4(pick(4), pick(6), pick(-2), pick(0));
}

technique11 Truth < float4 expect = float4(1, 2, 3, 4); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
