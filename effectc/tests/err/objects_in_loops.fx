// Objects that a loop changes for its next round.
Texture2D A;
Texture2D B;
Texture2D C;
SamplerState S;

struct Material
{
    Texture2D map;
    float scale;
};

float4 PS(float2 uv : TEXCOORD0) : SV_Target
{
    Texture2D map = A;
    float4 sum = 0;
    for (int i = 0; i < 2; i++)
    {
        sum += map.Sample(S, uv);
        map = B;
    }
    return sum;
}

float4 PS2(float2 uv : TEXCOORD0) : SV_Target
{
    Texture2D map = A;
    float4 sum = 0;
    while (map.Sample(S, uv).x > sum.x)
    {
        sum += 1;
        map = B;
    }
    return sum;
}

float4 PS3(float2 uv : TEXCOORD0) : SV_Target
{
    Material one, other;
    one.map = A;
    other.map = B;
    float4 sum = 0;
    do
    {
        sum += one.map.Sample(S, uv);
        one = other;
    }
    while (sum.x < 1);
    return sum;
}

// What a round is given in the round, or is the same in all, is known.
float4 PS4(float2 uv : TEXCOORD0) : SV_Target
{
    Texture2D map;
    Texture2D same = A;
    float4 sum = 0;
    for (int i = 0; i < 2; i++)
    {
        map = B;
        sum += map.Sample(S, uv) + same.Sample(S, uv);
        same = A;
        Texture2D inner = C;
        sum += inner.Sample(S, uv);
    }
    return sum + Missing;
}

technique11 T
{
    pass P { SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetPixelShader(CompileShader(ps_5_0, PS3())); }
    pass P4 { SetPixelShader(CompileShader(ps_5_0, PS4())); }
}
