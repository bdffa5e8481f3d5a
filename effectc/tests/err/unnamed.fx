// Passes and techniques without names, and an argument that is written.
void write(out float4 to) { to = 1; }
float4 VS() : SV_Position { return nothing; }
float4 VS2() : SV_Position { return nowhere; }
float4 VS3() : SV_Position { write(float4(1, 2, 3, 4)); return 1; }
technique11 { pass { SetVertexShader(CompileShader(vs_5_0, VS())); } }
technique11 Named { pass { SetVertexShader(CompileShader(vs_5_0, VS2())); } pass { SetVertexShader(CompileShader(vs_5_0, VS3())); } }
