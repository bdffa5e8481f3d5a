// What the compiler takes as it is, all of it in one file.
tbuffer TB { float4 tb; }; Buffer<float4> Buf; StructuredBuffer<float4> SB; RWByteAddressBuffer RB; AppendStructuredBuffer<float4> AB; ConsumeStructuredBuffer<float4> CB; RWTexture2D<unorm float4> RT; RWStructuredBuffer<uint> Counts;
Texture1D t1; Texture2DArray ta; TextureCube tc; TextureCubeArray tca; Texture3D t3; Texture2DMS<float4> tm; Texture2D arr[4]; SamplerState S; volatile extern float vol; precise float4 pre; half4 hh; double dd; min16float mm;
cbuffer Twice { float4 one; } cbuffer Twice { float4 two; } cbuffer Self { float4 Self_ : packoffset(c0); float3 lo : packoffset(c1); float hi : packoffset(c1.w); row_major float3x3 rm : packoffset(c2); }
float Def(float a, float b = 2); float Def(float a, float b) { return a * b; }
struct In { float4 p : POSITION; float4x4 w : WORLD; uint id : SV_InstanceID; int4 bi : BLENDINDICES; };
struct Out { float4 p : SV_Position; nointerpolation int4 bi : BLENDINDICES; noperspective float2 a : A; centroid float2 b : B; sample float2 c : C; };
Out VS(In i) { Out o; o.p = mul(mul(i.p, i.w), rm._11) + one + two + Self_; o.bi = i.bi + i.id; o.a = o.b = o.c = i.p.zyx.yx; float s, c; sincos(vol, s, c); o.p.xy += float2(s, c); o.p.wz = lit(1, 2, 3).yz; return o; }
[earlydepthstencil] float4 PS(Out i, uint cov : SV_Coverage, uint si : SV_SampleIndex, uint prim : SV_PrimitiveID, bool ff : SV_IsFrontFace, out float depth : SV_DepthGreaterEqual) : SV_Target
{
    depth = 0.9; float4 c = tb + Buf[1] + SB[0] + hh + (float)dd + mm + Def(1) + Def(1, 3) + t1.Sample(S, 0) + ta.Sample(S, 0) + tc.Sample(S, 1) + tca.Sample(S, 1) + t3.Sample(S, 0) + tm.Load(0, 0) + Buf.Load(0);
    [unroll] for (int k = 0; k < 4; k++) c += arr[k].Sample(S, i.a);
    clip(c); float ip; c.x = modf(c.x, ip); c += ip + cov + si + prim; switch (i.bi.x) { case 0: c += 1; break; case 1: case 2: { c -= 1; break; } default: c = 0; break; }
    return ff ? c : c.wzyx;
}
[numthreads(4, 4, 1)] void CS(uint3 t : SV_DispatchThreadID, uint gi : SV_GroupIndex) { uint old; InterlockedAdd(Counts[0], 1, old); RB.Store4(0, RB.Load4(16)); RB.InterlockedMax(4, gi, old); AB.Append(CB.Consume()); RT[t.xy] = float4(asfloat(asuint(1.0) + countbits(old) + reversebits(old) + firstbithigh(old)), f16tof32(f32tof16(0.5)), mad(1, 2, 3), rcp(2.0)); DeviceMemoryBarrier(); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } pass C { SetComputeShader(CompileShader(cs_5_0, CS())); } }
