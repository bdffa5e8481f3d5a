// The default value of a parameter may be an expression of globals.
RWStructuredBuffer<float4> Output;
float Scale = 4;
float twice(float a) { return a * 2; }
float scaled(float a, float by = Scale, float and = twice(Scale));
float scaled(float a, float by, float and) { return a * by + and; }

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(scaled(1), scaled(1, 2), scaled(1, 2, 3), scaled(scaled(1)));
}

technique11 Truth < float4 expect = float4(12, 10, 5, 56); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
