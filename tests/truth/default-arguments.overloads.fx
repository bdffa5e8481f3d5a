// A call that leaves arguments out gets the default values of the overload that it means.
float Five = 5;
float Seven = 7;
RWStructuredBuffer<float4> Output;

float F(float a, float b = Five) { return a + b; }
float F(float2 a, float b = Seven) { return a.y * b; }
float G(float a = Five, float b = F(Five)) { return a * b; }

[numthreads(1, 1, 1)]
void CS()
{
    float Five = 100;
    float2 v = float2(1, 2);
    Output[0] = float4(F(v), F(v.x), F(Five), G(2));
}

technique11 Truth < float4 expect = float4(14, 6, 105, 20); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
