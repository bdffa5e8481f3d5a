// A global that a shader writes is a copy of its own, and begins with the effect's value.
RWStructuredBuffer<float4> Output;
float4 Color = float4(1, 2, 3, 4);
float4x4 World = { 1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  5, 6, 7, 1 };
struct Surface { float4 diffuse; float3 steps[2]; };
Surface Material = { 1, 1, 1, 1, 2, 2, 2, 3, 3, 3 };
float4 Rows[3];
int Count = 3;
cbuffer Other { float Power = 2; float Half; }
void brighten(inout float4 color, out float half) { color *= 2; half = 0.5; }
float read() { return Color.x; }
void CS2() { Count++; }

[numthreads(1, 1, 1)]
void CS()
{
    float before = read();
    brighten(Color, Half);
    World = mul(World, World);
    Material.diffuse.rgb *= 4;
    Material.steps[1].y += 1;
    Rows[Count - 1] = 9;
    Power = Power * Power + Half;
    CS2();
    Output[0] = float4(before, Color.yw, read());
    Output[1] = float4(World[3].xyz, Power);
    Output[2] = float4(Material.diffuse.x, Material.diffuse.w, Material.steps[1].yz);
    Output[3] = float4(Rows[2].x, Rows[1].x, Count, Half);
}

technique11 Truth
<
    float4 expect = float4(1, 4, 8, 2);
    float4 expect1 = float4(10, 12, 14, 4.5);
    float4 expect2 = float4(4, 1, 4, 3);
    float4 expect3 = float4(9, 0, 4, 0.5);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
