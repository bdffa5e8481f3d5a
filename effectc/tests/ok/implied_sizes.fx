// Arrays whose sizes only their values say. They are uniform, so that buffers are laid out by these sizes.
float4 Weights[] = { float4(0.1, 0.2, 0.3, 0.4), { 0.5, 0.6, 0.7, 0.8 } };
static float Flat[8] = (float[8])Weights;
const float2 Taps[] = { 0, 1, 2, 3, 4, 5 };
struct Lamp { float3 place; float range; };
Lamp Lamps[] = { { { 1, 2, 3 }, 4 }, { float3(5, 6, 7), 8 } };
float2 Grid[][2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
float After = 9;
texture Map;
sampler Samplers[] = { sampler_state { Texture = <Map>; }, sampler_state { Texture = <Map>; MinFilter = Linear; } };
float1 One = 1;
float4 PS(float2 uv : TEXCOORD0) : COLOR
{
    return Flat[5] + Taps[2].xyxy + Lamps[1].range * Grid[1][0].xyxy + After + tex2D(Samplers[1], uv) * One;
}
technique T { pass P { PixelShader = compile ps_3_0 PS(); } }
