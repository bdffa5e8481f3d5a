// Loops that have to be unrolled, or are to be, and are too many copies.
Texture2D T;
SamplerState S;

float4 PS(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = 0;
    [unroll] for (int i = 0; i < 1000; i++)
        [unroll] for (int j = 0; j < 1000; j++)
            sum += T.Sample(S, uv, int2(i % 8, j % 8));
    return sum;
}

float4 PS2(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = 0;
    for (int i = 0; i < 100000; i++)
        sum += T.Sample(S, uv, int2(i % 8, 0));
    return sum;
}

float4 PS3(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = 0;
    [unroll] for (int i = 0; i < 1025; i++)
        sum += uv.x * i;
    return sum;
}

// The offset depends on a parameter: so many copies are not tried.
float4 Inner(float2 uv, int i)
{
    float4 sum = 0;
    [unroll] for (int j = 0; j < 1000; j++)
        sum += T.Sample(S, uv, int2(i % 8, j % 8));
    return sum;
}
float4 PS4(float2 uv : TEXCOORD0) : SV_Target
{
    float4 sum = 0;
    [unroll] for (int i = 0; i < 1000; i++)
        sum += Inner(uv, i);
    return sum;
}

technique11 T0
{
    pass P { SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetPixelShader(CompileShader(ps_5_0, PS3())); }
    pass P4 { SetPixelShader(CompileShader(ps_5_0, PS4())); }
}
