// A stage may read fewer or more components than the one before writes; those that nobody wrote are 0. Whole numbers
// keep their bits between `int` and `uint`, and truth values are 0 and 1.
struct V { float4 position : SV_Position; float2 narrow : NARROW; float4 wide : WIDE; int number : NUMBER; bool flag : FLAG; };
struct P { float4 position : SV_Position; float4 narrow : NARROW; float2 wide : WIDE; uint number : NUMBER; bool flag : FLAG; };

V VS(float4 position : POSITION)
{
    V v;
    v.position = position;
    v.narrow = float2(1, 2);
    v.wide = float4(3, 4, 5, 6);
    v.number = -1;
    v.flag = true;
    return v;
}

float4 PS(P p) : SV_Target
{
    return float4(p.narrow.y + p.narrow.z + p.narrow.w, p.wide.y, p.number == 0xFFFFFFFFu ? 7 : 8, p.flag ? 9 : 10);
}

technique11 Truth < float4 expect = float4(2, 4, 7, 9); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
