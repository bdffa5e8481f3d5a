// A function that ends without a value returns 0.
RWStructuredBuffer<float4> Output;
float Zero;
float nothing(float a) { a += 1; }
struct Pair { float a; float b[2]; };
Pair pair(float a) { Pair p = { 1, 2, 3 }; if (a > 0) return p; }
float4 some(float a) { if (a > 1) return 5; if (a < -1) return; }

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(nothing(1), pair(1).b[1], pair(Zero).b[1], some(2).x);
    Output[1] = some(Zero) + some(Zero - 2);
}

technique11 Truth < float4 expect = float4(0, 3, 0, 5); float4 expect1 = float4(0, 0, 0, 0); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
