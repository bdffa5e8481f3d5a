float4 a
float4 b = (1 + 2;
cbuffer C : POSITION { float4x4 m; float 3x; int ok; };
float f(float x,, float y) { return x; }
float g(float x)
{
	float y = x +;
	y = x y;
	for (int i = 0; i < 3, i++) y++;
	int ok = 1;
	else y = 2;
	case 3: y = 1;
	return y
}
float h() { return 1abc + 0x; }
RasterizerState R { FillMode = ; CullMode NONE; FrontCounterClockwise = TRUE };
}
struct { float x; };
Texture2D<float4 T;
float4 ok : SEMANTIC : OTHER;
typedef float3 A, B;
