// Names that Rust keeps for itself or has other things for, or that become the same in snake case.
struct Light { float4 c; };
struct Globals { float type; float3 match; int fn[2]; };
cbuffer Light1 { Light Light_; float worldPos; float3 WorldPos; };
cbuffer Globals1 { Globals g; float self; float Self; float crate; float super; float x1; float X1; bool3 b; float2 uv[3]; double d; float last; };
cbuffer mod { float f32; float u8; };
cbuffer Self { float4 value; };
struct Default { float3 _pad0; float2 a; float4 _; };
cbuffer Clone { float _pad0; float4 padded; float __; float ___; Default d0; };
cbuffer u32 { float4 e; float4 _x; float4 __x; }
cbuffer core { float4 lower; }
float loose = 3;
float4 VS() : SV_Position { return Light_.c + g.type + self + f32 + value + loose + last + padded + d0.a.x + e + lower; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
