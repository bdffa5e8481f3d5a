// Two sources of one target, in a pass that does not blend with the second.
BlendState Two { BlendEnable[0] = TRUE; SrcBlend[0] = SRC1_COLOR; };
BlendState None { BlendEnable[0] = FALSE; };
float4 VS() : SV_Position { return 0; }
void PS(out float4 a : SV_Target0, out float4 b : SV_Target1) { a = 1; b = 1; }
technique11 T { pass A { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); SetBlendState(Two, 0, 0xFF); } pass B { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); SetBlendState(None, 0, 0xFF); } }
