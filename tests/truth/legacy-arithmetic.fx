// Direct3D 9 takes roots, logarithms and powers of a number without its sign, and the direction of nothing is 0.
float Minus = -4;
float3 None = 0;
float Zero = 0;

float4 VS(float4 position : POSITION) : POSITION { return position; }

float4 Roots() : COLOR { return float4(sqrt(Minus), rsqrt(Minus), pow(Minus, 2), pow(Minus, 0.5)); }
float4 Logarithms() : COLOR { return float4(log2(Minus), exp(log(Minus)), log10(Minus * 25), pow(Zero, 2)); }
float4 Directions() : COLOR { return float4(normalize(None), normalize(Zero)) + normalize(float4(0, Minus, 0, 0)); }

technique OfRoots < float4 expect = float4(2, 0.5, 16, 2); >
{
    pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 Roots(); }
}

technique OfLogarithms < float4 expect = float4(2, 4, 2, 0); >
{
    pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 Logarithms(); }
}

technique OfDirections < float4 expect = float4(0, -1, 0, 0); >
{
    pass P { VertexShader = compile vs_2_0 VS(); PixelShader = compile ps_2_0 Directions(); }
}
