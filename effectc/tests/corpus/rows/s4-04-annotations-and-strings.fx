// Annotations on globals and members, a string.
string s = "x"; float4 c : COLOR < string UIName = "a;b"; float UIMin = -1; int n = 3; bool b = true; float3 v = { 1, 2, 3 }; > = { 1, 2, 3, 4 };
cbuffer C < string Kind = "frame"; > { float4x4 m : WORLD < string UIWidget = "None"; >; };
float4 VS(float4 p : POSITION) : SV_Position { return mul(p, m); }
float4 PS() : SV_Target { return c; }
technique11 T < string note = "one" " two"; > { pass P < int order = 1; > { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
