#define A 1
#define A 2
#define f(x, y) x + y
#define g(x, x) x
#define 3
#define paste(x) x##+
#define ends ##x
#undef
#if A == 
#endif
#if (1 + 2
#endif
#if 1 / 0
#elif defined
#endif
#if 0 && 1 / 0
#endif
#if 1.5
#endif
#endif
#else
#include oops
#include ""
#pragma pack_matrix(rows)
#pragma unknown
#nonsense
#error this is "wrong"
#line oops
float a = f(1);
float b = paste(c);
float c = @;
string s = "no end
char d = 'x';
#ifdef A
#else
#else
/* no end
