// Constants, arrays and structures.
float a = f();
float f() { return 1; }
float b = (c = 1);
float c = 1;
float d[2] = { 1 };
float d2[2] = { 1, 2, 3 };
float2 e = float4(1, 2, 3, 4);
struct S { float x; float y; };
S s = { 1, 2, 3 };
float g = s.z;
static const float table[2] = { 1, 2 };
float h = table[5];
float h2 = float2(1, 2)[3];
float i = NULL;
float j = float3(1, 2, 3) + float2(1, 2);
float k = s + 1;
float l : packoffset(c5000.x);
float4 m[];
void n;
struct V { void v; };
cbuffer C { float4 o : packoffset(c5000); string text; }
float p <string q = 1 + 1; float r; float t = S;>;
float u = dot(float2(1, 2), float2(3, 4));
float v = lit(1, 2);
string w = 3;
Texture2D tex = 4;
float4 VS() : SV_Position { return a + b + c + d[0] + d2[0] + e.x + g + h + h2 + i + j + k + l + m[0] + o + u + v; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
