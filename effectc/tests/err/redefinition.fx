// What fxc refuses to have twice.
struct A { float x; };
struct A { float4 y; };
typedef float4 A;
typedef int Count;
typedef float Count;
cbuffer First { float4 v; static const int n = 1; };
cbuffer First { float2 v; float n; };
float4 g;
float3 g;
Texture2D T;
Texture2D T;
float f(float x) { return x; }
float f(float y) { return 2 * y; }
// These are no second declarations.
float f(int x) { return x; }
float f(float2 x);
float f(float2 x) { return x.x; }
float f(float2 x);
float v_of(float a[2]) { return a[0]; }
float v_of(float a[3]) { return a[0]; }
typedef struct B { float b; } B;
float B_of(B b) { return b.b; }
float B;
float4 VS() : SV_Position { return 0; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
