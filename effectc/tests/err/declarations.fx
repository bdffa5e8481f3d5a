// What has no layout, no constant value, or no form here yet.
float value;
cbuffer Sizes { float a[0]; float b[value]; float c[1 << 30]; };
cbuffer Objects { Texture2D t; Unknwon u; };
cbuffer Defaults { float2 d = { 1, 2, 3 }; float e = value; int f = 1 / 0; float4x4 g = { 1, 2 }; };
tbuffer Old { float4 h; };
StructuredBuffer Untyped;
cbuffer TooLarge { float4 i[4097]; };
struct Big { float4 all[129]; };
StructuredBuffer<Big> Bigs;
technique11 T < float x = value; > { pass P { SetPixelShader(NULL); } }
