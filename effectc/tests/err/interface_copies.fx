// A function of interfaces has a copy for each choice of classes; this one would have too many.
interface I { float F(); };
class A : I { float a; float F() { return a; } };
class B : I { float b; float F() { return b; } };
class C : I { float c; float F() { return c; } };
class D : I { float d; float F() { return d; } };
class E : I { float e; float F() { return e; } };
A a; B b; C c; D d; E e;
float Sum(I i, I j, I k, I l) { return i.F() + j.F() + k.F() + l.F(); }
float4 PS() : SV_Target { return Sum(a, b, c, d) + Sum(e, e, e, e); }
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
