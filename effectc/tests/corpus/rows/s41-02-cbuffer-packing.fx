struct In { float3 v; }; struct Big { float4 a; float b; };
cbuffer C { float a[2]; float b; float3 c; float d; float3x3 m; float e; float4x3 n; float f; In s; float g; Big q[2]; float2 h; bool i; double j; float l; float2x4 k[2]; }
float4 VS(float4 p : POSITION) : SV_Position { return a[1] + b + float4(c, d) + mul(p.xyz, m).xyzz + e + mul(p, n).xyzz + f + s.v.xyzz + g + q[1].a + q[1].b + h.xyxy + i + (float)j + k[1][1] + l; }
float4 PS() : SV_Target { return 1; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
