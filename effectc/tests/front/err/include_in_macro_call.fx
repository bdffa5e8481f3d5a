#define PAIR(a, b) a + b
float first = PAIR(1,
#include "included.fxh"
2);
