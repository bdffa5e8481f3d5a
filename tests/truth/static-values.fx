// A static global may begin with any value: of calls, of the effect's variables, of other statics, in order.
RWStructuredBuffer<float4> Output;
float Scale = 3;
float twice(float a) { return a * 2; }
static float First = twice(Scale);
static const float Second = First + twice(First);
static float List[3] = { First, twice(Second), 1 };
struct Pair { float a; float2 b; };
static Pair Both = { Second, List[1], Scale };
static float Counter = 1;
void count() { Counter += Scale; }

[numthreads(1, 1, 1)]
void CS()
{
    count();
    count();
    Output[0] = float4(First, Second, List[1], List[2]);
    Output[1] = float4(Both.a, Both.b, Counter);
}

technique11 Truth < float4 expect = float4(6, 18, 36, 1); float4 expect1 = float4(18, 36, 3, 7); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
