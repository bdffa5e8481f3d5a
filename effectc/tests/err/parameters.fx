// Parameters of entry points that are no values.
struct V { float4 p : SV_Position; };
struct W { float4 p : SV_Position; };
struct H { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
float4 Inline(struct { float4 p : P; } a) : SV_Position { return a.p; }
float4 Text(string s : T) : SV_Position { return 1; }
H Constant(InputPatch<V, 3> p, uniform float q) { return (H)0; }
H OfOthers(OutputPatch<W, 3> p) { return (H)0; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("Constant")]
V HS(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("OfOthers")]
V HS2(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
technique11 T
{
    pass a { SetVertexShader(CompileShader(vs_5_0, Inline())); }
    pass b { SetVertexShader(CompileShader(vs_5_0, Text())); }
    pass c { SetHullShader(CompileShader(hs_5_0, HS())); }
    pass d { SetHullShader(CompileShader(hs_5_0, HS2())); }
}
