// Words that glslang keeps for itself are names for fxc.
RWStructuredBuffer<float4> Output;
struct line { float point; float sample; };
float template(float auto) { return auto * 2; }
static const float texture = 5;
cbuffer Names { float4 using = float4(1, 2, 3, 4); }

[numthreads(1, 1, 1)]
void CS()
{
    line triangle;
    triangle.point = template(1);
    triangle.sample = 3;
    float namespace = texture, linear = 0;
    for (int new = 0; new < 2; new++) linear += triangle.sample;
    Output[0] = float4(triangle.point, namespace, linear, using.w);
}

technique11 Truth < float4 expect = float4(2, 5, 6, 4); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
