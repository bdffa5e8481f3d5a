// A local hides what has its name outside: a parameter, a function, a built-in function, a type, a global.
RWStructuredBuffer<float4> Output;
struct Light { float power; };
float twice(float twice) { float twice2 = twice; float twice = 1; return twice2 * 2 + twice - 1; }
static float Shade = 7;

[numthreads(1, 1, 1)]
void CS()
{
    Light Light;
    Light.power = 3;
    float saturate = saturate(Light.power);
    float lerp = lerp(2.0, 4.0, 0.5);
    float result = twice(lerp);
    float Shade = Shade + 1;
    Output[0] = float4(saturate, lerp, result, Shade);
}

technique11 Truth < float4 expect = float4(1, 3, 6, 8); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}

// The step of a loop means the loop's own variable, also where its body is another loop of the same name.
[numthreads(1, 1, 1)]
void CS_Loops()
{
    float count = 0;
    for (int k = 0; k < 2; k++)
        for (int k = 0; k < 4; k++)
            count++;
    for (int j = 0; j < 3; j++)
    {
        int j = 5;
        count += j * 10;
    }
    Output[0] = count;
}

technique11 Loops < float4 expect = float4(158, 158, 158, 158); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS_Loops())); }
}
