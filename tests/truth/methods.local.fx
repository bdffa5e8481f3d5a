// Structs that a function declares may have methods, which call functions, are converted for, and hide others.
float3 V = float3(3, 4, 5);
RWStructuredBuffer<float4> Output;

float helper(float x) { return x * 2; }

[numthreads(1, 1, 1)]
void CS()
{
    struct Inner { float v; };
    struct L
    {
        Inner inner;
        float get() { return helper(inner.v); }
        float scaled(float k) { return get() * k; }
        float both() { return scaled(V); }
    };
    L l;
    l.inner.v = V.y;
    float sum = 0;
    {
        struct L { float q; void add(float a) { q += a; } };
        L m = { 1 };
        m.add(V);
        sum = m.q;
    }
    Output[0] = float4(l.get(), l.scaled(2), l.both(), sum);
}

technique11 Truth < float4 expect = float4(8, 16, 24, 4); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
