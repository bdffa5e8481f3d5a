// The name of an include that is there, but for a letter.
#include "include.fxh"
#include "inlcuded.fxh"
float4 color;
