// Outputs of compute shaders.
[numthreads(1, 1, 1)] float4 Returns() : SV_Target { return 1; }
[numthreads(1, 1, 1)] void Out(out float4 x : X) { x = 1; }
technique11 T
{
    pass a { SetComputeShader(CompileShader(cs_5_0, Returns())); }
    pass b { SetComputeShader(CompileShader(cs_5_0, Out())); }
}
