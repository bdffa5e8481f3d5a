// Methods of buffer members, calls among methods, inherited members, methods that change their object, interfaces.
interface IShape { float Area(); };
class Square : IShape
{
    float side;
    float Area() { return side * side * Scale(); }
    float Scale() { return 2; }
};
class Box : Square
{
    float height;
    float Volume() { return Area() * height; }
};
struct Counter
{
    float total;
    void Add(float value) { total += value; }
    void Twice(float value) { Add(value); this.Add(value); }
};
float SideA = 3;
RWStructuredBuffer<float4> Output;

float Measure(IShape shape) { return shape.Area() + 1; }

[numthreads(1, 1, 1)]
void CS()
{
    Square square;
    square.side = SideA;
    Box box;
    box.side = 2;
    box.height = SideA;
    Counter counter = (Counter)0;
    counter.Twice(SideA);
    Output[0] = float4(square.Area(), box.Volume(), Measure(square), Measure(box));
    Output[1] = counter.total;
}

technique11 Truth < float4 expect = float4(18, 24, 19, 9); float4 expect1 = float4(6, 6, 6, 6); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}

// What methods and functions write through their parameters is written: members, statics, which are no constants then.
static float4 Sum = 0;
static int Mode = 1;
static bool IsDone = false;
static float Scale = 1;

void Add(float by) { Sum.x += by; }
void Take(out int mode) { mode = 3; }
struct Meter
{
    float value;
    void Set(out float other) { other = 7; }
    void Fill() { Set(value); }
    void Split(float whole) { modf(whole, value); }
};

[numthreads(1, 1, 1)]
void CS_Written()
{
    int rounds = 0;
    while (Sum.x < 10 && rounds < 20) { Add(3); rounds++; }
    Take(Mode);
    float picked = Mode == 1 ? 5 : 6;
    for (int i = 0; i < 4 && !IsDone; i++) { IsDone = i == 2; }
    Output[0] = float4(Sum.x, rounds, picked, Scale % 2.0);
    Meter first, second;
    first.value = 1;
    first.Fill();
    second.value = 2;
    second.Split(4.5);
    Output[1] = float4(first.value, second.value, IsDone, Mode % 2);
}

technique11 Written < float4 expect = float4(12, 4, 6, 1); float4 expect1 = float4(7, 4, 1, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS_Written())); }
}
