// Textures and buffers chosen by what is no constant.
RWStructuredBuffer<float4> rws[2]; RWTexture2D<float4> images[300]; Texture2D texs[300]; SamplerState s; StructuredBuffer<float4> sb[2]; RWStructuredBuffer<float4> out1;
Texture2D grid[2][2]; int n;
struct H { Texture2D t; float4 c; };
float4 use(H h) { return h.t.Load(0); }
H make() { return (H)0; }
[numthreads(1,1,1)] void A() { rws[n].IncrementCounter(); }
[numthreads(1,1,1)] void B() { images[n][uint2(0,0)] = 1; }
[numthreads(1,1,1)] void C() { out1[0] = texs[n].Load(0); }
[numthreads(1,1,1)] void D() { out1[0] = sb[n].Length; }
[numthreads(1,1,1)] void E() { uint a, b; sb[n].GetDimensions(a, b); out1[0] = a; }
[numthreads(1,1,1)] void F() { out1[0] = use(make()); }
[numthreads(1,1,1)] void I() { sb[0].IncrementCounter(); }
int at() { return n; }
[numthreads(1,1,1)] void J() { float3x1 m; m[at()] += 1; int2x2 q = 0; q++; q[at()][0] |= 1; out1[0] = q[0][0]; bool2x2 z = q > 1; z = !z; int2x2 y = ~q; y = q << 1; out1[1] = y[0][0]; y++; }
technique11 T { pass a { SetComputeShader(CompileShader(cs_5_0, A())); } pass b { SetComputeShader(CompileShader(cs_5_0, B())); } pass c { SetComputeShader(CompileShader(cs_5_0, C())); } pass d { SetComputeShader(CompileShader(cs_5_0, D())); } pass e { SetComputeShader(CompileShader(cs_5_0, E())); } pass f { SetComputeShader(CompileShader(cs_5_0, F())); }  pass h { SetComputeShader(CompileShader(cs_5_0, I())); } pass i { SetComputeShader(CompileShader(cs_5_0, J())); } }
