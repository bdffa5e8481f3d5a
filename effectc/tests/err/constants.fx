// What cannot be evaluated where a constant must stand.
float variable;
static const float table[2] = { 1, 2 };
struct S { float x; };
float f() { return 1; }
float a1[f()];
float a2[variable = 2];
float a3[int(table[5])];
float a4[int2(3, 4)[2]];
float a5[NULL];
float a6[int(int3(1, 2, 3) + int2(1, 2))];
float a7[(int3)int2(1, 2)];
float a8[int2(1, 2, 3)];
float a9[int2(1, 2).z];
float a10[lit(1, 2)];
float a11[dot(1, 2, 3)];
float a13[(S)1];
float a14[variable++];
float a15[int2(3, 4)];
float a16[!int2(1, 2) ? int3(1, 2, 3) : 4];
float a17[(true ? 1 : 2, 3)];
float a18 = float4x4(1, 2);
float2 b1 = float3(1, 2, 3);
float b2[2] = { 1, 2, 3 };
float3 b3 = float2(1, 2);
float4 VS() : SV_Position { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
