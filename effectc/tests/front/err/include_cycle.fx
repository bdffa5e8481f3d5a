#include "cycle_a.fxh"
float4 x;
