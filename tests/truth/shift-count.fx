// Of the count of a shift Direct3D takes the low five bits.
uint One = 1;
RWStructuredBuffer<float4> Output;
static int Calls = 0;
int Next() { Calls++; return 0; }

[numthreads(1, 1, 1)]
void CS()
{
    int n = 33, m = -30;
    uint u = 35;
    Output[0] = float4(One << n, 256 >> u, -256 >> n, One << m);
    int a = 3;
    a <<= u;
    int2 b = int2(3, 64) >> int2(n, u);
    int list[2] = { 5, 6 };
    list[Next()] <<= n;
    Output[1] = float4(a, b, list[0]);
    int2x2 k = { 1, 2, 3, 4 };
    k <<= n;
    Output[2] = float4(k._22, Calls, 1u << 31u == 0x80000000, One << (n - 33));
}

technique11 Truth <
    float4 expect = float4(2, 32, -128, 4);
    float4 expect1 = float4(24, 1, 8, 10);
    float4 expect2 = float4(8, 1, 1, 1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
