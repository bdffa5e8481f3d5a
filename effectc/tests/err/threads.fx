// Groups of threads that no compute shader of Direct3D 11 has.
void None() {}
[numthreads(0, 1, 1)] void Zero() {}
[numthreads(32, 64, 1)] void Many() {}
[numthreads(8, 1, 65)] void Deep() {}
[numthreads(8, 8, 2)] void Old() {}
[numthreads(8, 8)] void Two() {}
technique11 Bad
{
    pass A { SetComputeShader(CompileShader(cs_5_0, None())); }
    pass B { SetComputeShader(CompileShader(cs_5_0, Zero())); }
    pass C { SetComputeShader(CompileShader(cs_5_0, Many())); }
    pass D { SetComputeShader(CompileShader(cs_5_0, Deep())); }
    pass E { SetComputeShader(CompileShader(cs_4_0, Old())); }
    pass F { SetComputeShader(CompileShader(cs_5_0, Two())); }
}
