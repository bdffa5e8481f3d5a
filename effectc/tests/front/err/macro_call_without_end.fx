#include "passes.fxh"

float4 VS() : SV_Position { return 0; }

technique11 T
{
	PASS_VP(P0, VS, PS
	PASS_VP(P1, VS, PS)
}
