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
