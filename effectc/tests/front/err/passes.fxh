#define COMPILE(profile, f) CompileShader(profile, f())
#define PASS_VP(name, vs, ps)                     \
	pass name                                     \
	{                                             \
		SetVertexShader(COMPILE(vs_5_0, vs));     \
		SetPixelShader(COMPILE(ps_5_0, ps))       \
	}
#define HALF(x) ((x) / )
