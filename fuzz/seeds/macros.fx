#define CAT(a, b) a##b
#define STR(x) #x
#define PASS(n, e) pass n { SetComputeShader(CompileShader(cs_5_0, e())); }
#if defined(X) && (1 + 2 * 3 == 7 ? 'a' : 0) || __LINE__ > 3
RWBuffer<float> CAT(Out, put);
#elif 0
#error never
#else
#endif
#pragma pack_matrix(row_major)
#line 40 "b.fx"
[numthreads(1, 1, 1)] void CS() { Output[0] = CAT(1, .5); }
technique11 T < string s = STR(a "b"); > { PASS(P, CS) }
