// A type that a function declares ends with its block: the next function sees the one outside again.
RWStructuredBuffer<float4> Output;
typedef float Value;
struct Pair { float a; };
static const float k = 2.5;

float kind(int x) { return 10 + x; }
float kind(float x) { return 20 + x; }

float inside()
{
    typedef int Value;
    struct Pair { int a; };
    Value v = k;
    Pair p;
    p.a = k;
    return kind(v) * 100 + kind(p.a);
}

float outside()
{
    Value v = k;
    Pair p;
    p.a = k;
    { typedef int2 Value; Value both = 1; v += both.x; }
    return kind(v) * 100 + kind(p.a);
}

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(inside(), outside(), 0, 0);
}

technique11 Truth < float4 expect = float4(1212, 2372.5, 0, 0); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
