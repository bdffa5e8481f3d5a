// Names that are keywords elsewhere, and an include with a backslash, blanks and another case.
#include "..\shared code.fxh"
struct Item { float4 line; float point; float2 input; float sample; };
float4 linear; float triangle; float4 filter; int buffer; float4 texture_;
float4 VS(float4 line : POSITION) : SV_Position { Item output; output.line = Shared(line); output.point = triangle; output.input = 1; output.sample = 2; float4 point = output.line; float near = 1, far = 2; return point * output.point + linear + filter * buffer + near / far + output.sample; }
float4 PS() : SV_Target { float4 half_ = 1; return half_; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
