// Fractions that whole numbers do not hold become the nearest one, NaN becomes 0: casts, assignments, arguments,
// constructors, lists, indices, vectors, compound assignments, matrices of whole numbers.
float Three = 3;
RWStructuredBuffer<float4> Output;

float Least(int a) { return a == (int)0x80000000; }
float Most(uint a) { return a == 0xffffffff; }

[numthreads(1, 1, 1)]
void CS()
{
    float low = -2.5, big = 3e10, nan = 0;
    if (low < 0) nan = sqrt(low);
    int a = big;
    uint b = low;
    int2 c = int2(-big, nan);
    uint list[2] = { big, low };
    Output[0] = float4(a == 0x7fffffff, b, Least(c.x), c.y);
    Output[1] = float4(Most(list[0]), list[1], Most(big), (int)low);
    int3 d = (int3)(float3(big, -big, low) * Three);
    Output[2] = float4(d.x == 0x7fffffff, Least(d.y), d.z, (uint)-Three);
    int e = 4;
    e *= big;
    int2x2 m = float2x2(big, low, -big, 3.7);
    Output[3] = float4(e == 0x7fffffff, m._11 == 0x7fffffff, m._12, m._22);
    double f = -3e10;
    Output[4] = float4(Least(f), (uint)f, (uint)4294967040.0 == 4294967040u, (int)(Three * 7.3));
}

technique11 Truth <
    float4 expect = float4(1, 0, 1, 0);
    float4 expect1 = float4(1, 0, 1, -2);
    float4 expect2 = float4(1, 1, -7, 0);
    float4 expect3 = float4(1, 1, -2, 3);
    float4 expect4 = float4(1, 0, 1, 21);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
