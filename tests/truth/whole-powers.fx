// A power with a whole constant as exponent is a product, also of what is below 0.
float Minus = -2;
RWStructuredBuffer<float4> Output;
static const float K = 3;
static int Calls = 0;
float2 Once() { Calls++; return float2(Minus, 3); }

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(pow(Minus, 2), pow(Minus, K), pow(Minus, 4), pow(Minus, 5));
    Output[1] = float4(pow(Minus, 6), pow(Minus, 8), pow(Minus, 0), pow(Minus, 1.0));
    float2 square = pow(Once(), 9);
    Output[2] = float4(square, Calls, pow(Minus, -3));
    Output[3] = float4(pow(float3(Minus, 1, 2), 7), pow(-Minus, 7));
}

technique11 Truth <
    float4 expect = float4(4, -8, 16, -32);
    float4 expect1 = float4(64, 256, 1, -2);
    float4 expect2 = float4(-512, 19683, 1, -0.125);
    float4 expect3 = float4(-128, 1, 128, 128);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
