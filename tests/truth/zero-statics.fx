// A static global without a value begins with 0.
RWStructuredBuffer<float4> Output;
struct Part { float4 color; float3 steps[2]; int2 count; };
static float Sum;
static float4 Rows[3];
static Part Whole;

[numthreads(1, 1, 1)]
void CS(uint3 id : SV_GroupID)
{
    Sum += 2;
    Rows[id.x + 1].y += 3;
    Whole.steps[1].z += 4;
    Whole.count.y++;
    Output[0] = float4(Sum, Rows[1].y + Rows[id.x].x, Whole.steps[1].z + Whole.color.x, Rows[id.x].z + 5);
    Output[1] = Rows[id.x + 2] + Whole.color + Whole.count.xyxy;
}

technique11 Truth < float4 expect = float4(2, 3, 4, 5); float4 expect1 = float4(0, 1, 0, 1); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
