// Names and closings that are missing.
#if 1 2
#endif
#if 1 : 2
#endif
float a : register(t0, 5);
float b : register(t0[1], x1);
float c < float x = 1 float y = 2; >;
class C { float m(); };
float C::5() { return 1; }
float4 d0(float4 p) : SV_Position const;
float d(int 5) { return 1; }
float d2(int x, 5) { return 1; }
class D : 5 { float m; };
cbuffer 5 { float4 e; };
float4 f() { return 1;
struct S { float4 x; };
