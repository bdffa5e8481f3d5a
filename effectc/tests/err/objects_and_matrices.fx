// Methods, matrices and parameters that cannot be.
Texture2D tex; TextureCube cube; SamplerState samp; SamplerComparisonState cmp; float4x4 m; float4 v; int n; StructuredBuffer<float4> sb; RWTexture2D<float4> im;
float4 local_array() { Texture2D t[2]; t[0] = tex; t[1] = tex; return t[0].Sample(samp, 0); }
float4 local_number() { Texture2D t = v; return t.Sample(samp, 0); }
float4 A() : SV_Target { return local_array(); }
float4 B() : SV_Target { return local_number(); }
float4 C() : SV_Target { return tex.Sample(samp); }
float4 D() : SV_Target { return cube.GatherCmp(cmp, 0, 0.5); }
float4 G() : SV_Target { return m * v; }
float4 M() : SV_Target { return m._11_55; }
float4 M2() : SV_Target { return m.foo; }
float4 N() : SV_Target { return tex2D(samp); }
float4 proto(Texture2D t);
float4 P() : SV_Target { return proto(tex); }
technique11 T
{
    pass A { SetPixelShader(CompileShader(ps_5_0, A())); }
    pass B { SetPixelShader(CompileShader(ps_5_0, B())); }
    pass C { SetPixelShader(CompileShader(ps_5_0, C())); }
    pass D { SetPixelShader(CompileShader(ps_5_0, D())); }
    pass G { SetPixelShader(CompileShader(ps_5_0, G())); }
    pass M { SetPixelShader(CompileShader(ps_5_0, M())); }
    pass M2 { SetPixelShader(CompileShader(ps_5_0, M2())); }
    pass N { SetPixelShader(CompileShader(ps_5_0, N())); }
    pass P { SetPixelShader(CompileShader(ps_5_0, P())); }
}
