// What methods and functions write through their parameters is written: members of the object, statics, which are no constants then.
static float4 Sum = 0;
static int Mode = 1;
static bool IsDone = false;
static float Scale = 1;
RWStructuredBuffer<float4> Output;

void Add(float by) { Sum.x += by; }
void Take(out int mode) { mode = 3; }
struct Counter
{
    float value;
    void Set(out float other) { other = 7; }
    void Fill() { Set(value); }
    void Split(float whole) { modf(whole, value); }
};

[numthreads(1, 1, 1)]
void CS()
{
    int rounds = 0;
    while (Sum.x < 10 && rounds < 20) { Add(3); rounds++; }
    Take(Mode);
    float picked = Mode == 1 ? 5 : 6;
    for (int i = 0; i < 4 && !IsDone; i++) { IsDone = i == 2; }
    Output[0] = float4(Sum.x, rounds, picked, Scale % 2.0);
    Counter first, second;
    first.value = 1;
    first.Fill();
    second.value = 2;
    second.Split(4.5);
    Output[1] = float4(first.value, second.value, IsDone, Mode % 2);
}

technique11 Truth < float4 expect = float4(12, 4, 6, 1); float4 expect1 = float4(7, 4, 1, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
