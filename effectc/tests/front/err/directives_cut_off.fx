// Directives that end too early, or say more than they should.
#if
#endif
#if 1 ? 2
#endif
#if 1 +
#endif
#if )
#endif
#5
#ifdef
#endif
#undef
#pragma
#define ONE(
#define TWO(1) 2
#define THREE(a b) 3
#define FOUR(a
#include <no_such.fxh> after it
#warning as the user says
#define JOIN(a, b) a ## b
float joined = JOIN(+, );
float x = JOIN(;, 1);
float y = JOIN(/, /);
float last;
