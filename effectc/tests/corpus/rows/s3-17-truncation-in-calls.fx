// Vectors handed over to parameters of fewer components.
float One(float x) { return x * 2; } float2 Two(float2 v) { return v.yx; } float3 Three(float3 v, inout float s) { s += v.x; return v; }
float4 Tint; float4x4 World;
float4 VS(float4 p : POSITION, float4 n : NORMAL) : SV_Position { float s = One(p); float2 t = Two(p); float3 u = Three(p, s); float3 w = p; float k = n; float3 m = mul(n, (float3x3)World); return float4(u + w + m, s + t.x + k) + float4(dot(n, Tint.xyz), 0, 0, 0); }
technique10 T { pass P { SetVertexShader(CompileShader(vs_4_0, VS())); SetPixelShader(NULL); } }
