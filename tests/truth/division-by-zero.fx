// Whole numbers divided by 0, and what is left: all bits set; of signed ones the magnitudes are divided and the sign follows.
int Seven = 7;
RWStructuredBuffer<float4> Output;
static int Calls = 0;
int Next() { Calls++; return 0; }

[numthreads(1, 1, 1)]
void CS()
{
    uint none = 0, u = 5;
    int zero = 0, low = -9;
    Output[0] = float4(u / none == 0xffffffff, u % none == 0xffffffff, Seven / zero, low / zero);
    Output[1] = float4(Seven % zero, low % zero, zero / zero, low / 2);
    int a = Seven;
    a /= zero;
    uint b = 8;
    b %= none;
    int2 c = int2(low, Seven) / int2(zero, 2);
    Output[2] = float4(a, b == 0xffffffff, c);
    int list[2] = { 5, 6 };
    list[Next()] /= zero;
    int least = 0x80000000, minus = -1;
    Output[3] = float4(list[0], Calls, least / minus == least, least % minus);
    int2x2 m = { 1, 2, -3, 4 };
    m /= zero;
    Output[4] = float4(m._11, m._21, Seven / -2, low % 4);
}

technique11 Truth <
    float4 expect = float4(1, 1, -1, 1);
    float4 expect1 = float4(-1, 1, -1, -4);
    float4 expect2 = float4(-1, 1, 1, 3);
    float4 expect3 = float4(-1, 1, 1, 0);
    float4 expect4 = float4(-1, 1, -3, -1);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
