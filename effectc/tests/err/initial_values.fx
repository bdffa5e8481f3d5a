// Values of variables that are no constants, and shapes that do not fit.
float variable;
float f() { return 1; }
struct S { float x; float y; };
float a = f();
float b = (variable = 1);
float d[2] = { 1 };
float d2[2] = { 1, 2, 3 };
float2 e = float3(1, 2, 3);
float3 e3 = float2(1, 2);
S s = { 1, 2, 3 };
float g = s.z;
float i = NULL;
float2 j = float3(1, 2, 3) + float2(1, 2);
float v = lit(1, 2);
float w = variable;
float4 VS() : SV_Position { return a + b + d[0] + d2[0] + e.x + e3.x + s.x + g + i + j.x + u + v + w; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
