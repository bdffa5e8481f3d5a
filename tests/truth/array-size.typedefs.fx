// The size in a typedef may be a global constant.
const int COUNT = 3;
typedef float4 Values[COUNT];
RWStructuredBuffer<float4> Output;

float4 Last(Values values) { return values[COUNT - 1]; }

[numthreads(1, 1, 1)]
void CS()
{
    Values values;
    values[0] = 1;
    values[1] = 2;
    values[2] = 4;
    Output[0] = Last(values) + values[0];
}

technique11 Truth < float4 expect = float4(5, 5, 5, 5); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
