float g = 1; float4 a[2] = { 1, 2, 3, 4, 5, 6, 7, 8 }; RWStructuredBuffer<float4> O;
struct S { float x[2]; float2 y; float f() { return y.x; } };
static float s = g * 2; float r(float v, float w = g) { if (v > 1) return w; }
[numthreads(4, 1, 1)] void CS(uint3 id : SV_DispatchThreadID)
{
    for (int i = 0, j = 3; i < j; i++, --j) { if (i == 1) continue; else break; }
    for (i = 0; i < 2; ++i) ; do { g++; } while (g < 3); while (0) {}
    switch (i) { case 0: case 1: g = 2; default: break; }
    S t = { 1, 2, 3, 4 }; float b[2] = (float[2])t.y; [unroll] for (int i = 0; i < 2; i++) b[i] += a[i].zyx.x;
    O[id.x] = float4(t.f(), r(b[1]), 1.#INF, -0x7f) + (g > 1 ? a[0] : a[1].wzyx), b[0]++;
}
technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
