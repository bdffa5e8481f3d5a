// A global may be called like a type, a function or a built-in function: fxc tells them by the place.
RWStructuredBuffer<float4> Output;
struct Light { float power; };
Light Light = { 2 };
float ambient = 3;
float ambient(float a) { return a * ambient; }
cbuffer Names { float saturate = 0.25; }

[numthreads(1, 1, 1)]
void CS()
{
    Light copy = Light;
    Output[0] = float4(copy.power, ambient(2), saturate(5), saturate);
}

technique11 Truth < float4 expect = float4(2, 6, 1, 0.25); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
