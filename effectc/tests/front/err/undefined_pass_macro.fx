float4 VS() : SV_Position { return 0; }
technique11 T0
{
	PASS_VP(P0, VS, PS)
	pass P1 { SetVertexShader(CompileShader(vs_5_0, VS)); SetPixelShader(NULL) }
	pass P2 { CullMode NONE; }
};
DECLARE_BUFFERS(3)
float4 after;
