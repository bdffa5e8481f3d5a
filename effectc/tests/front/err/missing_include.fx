#include "00. Golbal.fx"
#include <lib\missing.fxh>
float4 x;
