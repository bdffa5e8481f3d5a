// `sign` of a fraction is a whole number.
float Minus = -3;
RWStructuredBuffer<float4> Output;

float Which(int a) { return 10 + a; }
float Which(float a) { return 20 + a; }

[numthreads(1, 1, 1)]
void CS() { Output[0] = float4(sign(Minus) / 2, Which(sign(Minus)), (sign(float2(Minus, 2)) / 2).y, sign(-Minus)); }

technique11 Truth < float4 expect = float4(0, 9, 0, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
