// Programs find the first of two techniques of one name.
float4 VS() : SV_Position { return 0; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }
technique11 T { pass P { SetVertexShader(NULL); } }
fxgroup G { technique11 T { pass P { SetVertexShader(NULL); } } }
fxgroup H { technique11 T { pass P { SetVertexShader(NULL); } } }
cbuffer Same { float a; };
cbuffer Same { float b; };
