using namespace N;
PixelShader p = asm { ps_2_0
mov oC0, c0 };
technique11 { pass { SetPixelShader(CompileShader(ps_5_0)); } }
technique T { pass P { PixelShader = compile ps_2_0 main; } }
fxgroup G { float x; technique11 T { } }
struct float4 wrong;
struct Texture2D wrong;
struct Undeclared fine;
switch
