// Methods that an object does not have, and those of another kind of object.
Texture2D T;
Texture2DMS<float4> Samples;
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
RWTexture2D<uint> Image;
AppendStructuredBuffer<uint> Appended;
ConsumeStructuredBuffer<uint> Consumed;
ByteAddressBuffer Raw;
SamplerState S;

struct Light
{
    float3 color;
    float3 Shade(float3 n) { return color * n; }
};

float4 PS(float2 uv : TEXCOORD0) : SV_Target { return T.Smaple(S, uv); }
float4 PS2(float2 uv : TEXCOORD0) : SV_Target { return Samples.Sample(S, uv); }
float4 PS3(float2 uv : TEXCOORD0) : SV_Target { Light light = (Light)1; return light.Shde(uv.xyy).xyzz; }
[numthreads(1, 1, 1)] void CS() { Out[0] = T.IncrementCounter(); }
[numthreads(1, 1, 1)] void CS2() { Out[0] = In.Consume(); }
[numthreads(1, 1, 1)] void CS3() { Image.Append(1); }
[numthreads(1, 1, 1)] void CS4() { Out.Append(1); }
[numthreads(1, 1, 1)] void CS5() { Appended.IncrementCounter(); }
[numthreads(1, 1, 1)] void CS6() { Consumed.Append(1); }
[numthreads(1, 1, 1)] void CS7() { Raw.Store(0, 1); }
struct V { float4 p : SV_Position; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
[maxvertexcount(1)] void GS(point V i[1], inout PointStream<V> s) { s.Apend(i[0]); s.RestartStrip(); }

technique11 T0
{
    pass P { SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P2 { SetPixelShader(CompileShader(ps_5_0, PS2())); }
    pass P3 { SetPixelShader(CompileShader(ps_5_0, PS3())); }
    pass C { SetComputeShader(CompileShader(cs_5_0, CS())); }
    pass C2 { SetComputeShader(CompileShader(cs_5_0, CS2())); }
    pass C3 { SetComputeShader(CompileShader(cs_5_0, CS3())); }
    pass C4 { SetComputeShader(CompileShader(cs_5_0, CS4())); }
    pass C5 { SetComputeShader(CompileShader(cs_5_0, CS5())); }
    pass C6 { SetComputeShader(CompileShader(cs_5_0, CS6())); }
    pass C7 { SetComputeShader(CompileShader(cs_5_0, CS7())); }
    pass G
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
    }
}
