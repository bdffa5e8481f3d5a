// `matrix * x` is wrong code in silence if x is a matrix too; overloads of several types are not told apart yet.
float4x4 A;
float4x4 Pick(float4 a) { return A; }
float Pick(float a) { return a; }
float4 VS(float4 p : POSITION) : SV_Position { return mul(p, A * Pick(p)); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
