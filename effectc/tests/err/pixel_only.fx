// `clip` and `discard` exist only where there is a pixel.
RWStructuredBuffer<float4> Output;
float Alpha;
float4 Cut(float4 v) { clip(v.a - Alpha); return v; }
float4 VS(float4 p : POSITION) : SV_Position { if (p.x > Alpha) discard; return p; }
[numthreads(1, 1, 1)] void CS() { Output[0] = Cut(Output[1]); }
float4 PS(float4 p : SV_Position) : SV_Target { return Cut(p); }
technique11 T
{
    pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass Q { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
