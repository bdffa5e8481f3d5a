// A shared constant buffer without a semicolon after it.
shared cbuffer Matrices { float4x4 View; float4x4 Projection; }
cbuffer Other : register(b3) { float4 tint; };
cbuffer Third { float x; }
float4 VS(float4 p : POSITION) : SV_Position { return mul(mul(p, View), Projection) * tint + x; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
