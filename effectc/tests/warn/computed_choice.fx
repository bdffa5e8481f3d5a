// A shader that is chosen by what is computed from a variable does not follow it.
int Count = 7;
int Inside = 0;
float4 VS() : SV_Position { return 1; }
float4 VS2() : SV_Position { return 2; }
VertexShader Shaders[2] = { CompileShader(vs_5_0, VS()), CompileShader(vs_5_0, VS2()) };
technique11 T { pass P { SetVertexShader(Shaders[Count + 0]); } pass Q { SetVertexShader(Shaders[Inside + 1]); } }
