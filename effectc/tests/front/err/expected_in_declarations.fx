// What the grammar expects, place by place.
[;] float4 a() { return 0; }
float b : ;
float c : register();
float d : register(b0, );
float e : packoffset();
float f : packoffset(c0.);
float g < float = 1; >;
float g2 < float x = 1 >;
float h, ;
struct { float4 x; } unnamed;
struct ;
cbuffer { float4 y; };
typedef float ;
namespace { }
interface ;
class I { float m( { return 1; } };
float4 i(float4) { return 0; }
float4 j(float4 p) const;
vertexfragment frag = compile_fragment vs_2_0 a();
float k = "a\q";
float l = "\q";
VertexShader m = compile F();
VertexShader n = compile vs_2_0 ();
