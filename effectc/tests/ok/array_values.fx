// Elements of arrays in constants and states, arrays whose initial values count them, several annotations of one type.
static const float Steps[2][2] = { 1, 2, 3, 4 };
static const float2 Pairs[] = { float2(1, 2), { 3, 4 } };
const float Weights[] = { 0.25, 0.5, 0.25 };
const float2 Offsets[] = { 1, 2, float2(3, 4), { 5, 6 } };
static const uint Refs[3] = { 3, 7, 9 };
static const uint Which = 2;
float Second <float UIMin = -1, UIMax = 1; bool Shown = True; string Name = "second", Unit = "m";> = Pairs[1].y;
struct V { float4 p : SV_Position; float w : WEIGHT; };
void grow(inout float2 v, inout float w) { v += 1.5; w *= 2; }
V VS(float4 p : POSITION) { V o; o.p = p; o.w = Weights[2]; return o; }
float4 PS(V i) : SV_Target
{
    int2 whole = 1;
    uint4 more = 2;
    grow(whole, i.w);
    grow(more.wx, i.w);
    return float4(whole, more.xw) * Steps[1][0] * Offsets[2].y * Second * i.w;
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); SetDepthStencilState(NULL, Refs[1]); } }
technique11 U { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); SetDepthStencilState(NULL, Refs[Which]); } }
