// Members and locals hide globals, bound interfaces among them; an instance is found whatever hides its name. A method
// that changes its object changes a copy of what is no variable.
interface IShape { float Area(); };
class Square : IShape
{
    float side;
    float Area() { return side * side; }
};
class Holder
{
    Square Shape;
    float Inner() { return Shape.Area(); }
};
struct Counter
{
    float total;
    void Add() { total += 4; }
    float AddAndGet() { Add(); return total; }
};
Square Instance = { 3 };
IShape Shape;
RWStructuredBuffer<float4> Output;

Counter Make()
{
    Counter counter;
    counter.total = 1;
    return counter;
}

[numthreads(1, 1, 1)]
void CS()
{
    Holder holder;
    holder.Shape.side = 5;
    Output[0].x = holder.Inner();
    Output[0].y = Shape.Area();
    {
        Square Instance;
        Instance.side = 2;
        Output[0].z = Shape.Area() + Instance.Area();
    }
    Output[0].w = Make().AddAndGet();
}

technique11 Truth < float4 expect = float4(25, 9, 13, 5); >
{
    pass P0 { SetComputeShader(BindInterfaces(CompileShader(cs_5_0, CS()), Instance)); }
}
