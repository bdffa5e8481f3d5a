// An initialiser is a row of numbers; braces count for nothing.
RWStructuredBuffer<float4> Output;
static const float4 Points[2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const float2 Mixed[] = { { 1, 2 }, 3, 4, float2(5, 6) };
struct Part { float a; float2 b; };
static const Part Parts[2] = { { 1, { 2, 3 } }, { 4, 5, 6 } };
static const float2x2 Matrices[2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static const float Table[2][3] = { 1, 2, 3, 4, 5, 6 };

[numthreads(1, 1, 1)]
void CS(uint3 id : SV_GroupID)
{
    Part part = { float3(7, 8, 9) };
    float3 vectors[2] = { float2(1, 2), float4(3, 4, 5, 6) };
    float2 rest[] = { part.b, vectors[1], 0 };
    Output[0] = Points[id.x + 1];
    Output[1] = float4(Mixed[1], Mixed[2]);
    Output[2] = float4(Parts[1].b, Matrices[1][0]);
    Output[3] = float4(Table[id.x + 1][0], part.b, vectors[1].y);
    Output[4] = float4(rest[0], rest[2]);
}

technique11 Truth
<
    float4 expect = float4(5, 6, 7, 8);
    float4 expect1 = float4(3, 4, 5, 6);
    float4 expect2 = float4(5, 6, 5, 6);
    float4 expect3 = float4(4, 8, 9, 5);
    float4 expect4 = float4(8, 9, 6, 0);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
