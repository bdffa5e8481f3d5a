// A number that the program passes with -D; the file has its own for when it does not.
#ifndef NUM_SLIDERS
#define NUM_SLIDERS 4
#endif
#ifndef MAX_INSTANCES
	#define MAX_INSTANCES 60
#endif
float sliders[NUM_SLIDERS]; float4x4 instances[MAX_INSTANCES];
float4 VS(float4 p : POSITION, uint id : SV_InstanceID) : SV_POSITION { float s = 0; [unroll] for (int i = 0; i < NUM_SLIDERS; i++) s += sliders[i]; return mul(p, instances[id % MAX_INSTANCES]) * s; }
technique10 T { pass P { SetVertexShader(CompileShader(vs_4_0, VS())); SetPixelShader(NULL); } }
