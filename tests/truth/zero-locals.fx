// Locals that may be read before they are written begin with 0.
float4 V = float4(1, 2, 3, 4);
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    float picked;
    if (V.x > 100)
        picked = 5;
    float4 sum;
    for (int i = 0; i < 3; i++)
        sum += V;
    float many[3];
    many[(int)V.x] = 7;
    float4 part;
    part.yw = V.zx;
    Output[0] = float4(picked, sum.y, many[1], many[(int)V.y] + many[0]);
    Output[1] = part;
}

technique11 Truth < float4 expect = float4(0, 6, 7, 0); float4 expect1 = float4(0, 3, 0, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
