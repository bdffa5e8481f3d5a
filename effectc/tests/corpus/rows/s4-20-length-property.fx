Texture2D I; Texture2DArray J; RWTexture2D<float4> O; Buffer<float4> K;
[numthreads(8, 8, 1)] void CS(uint3 t : SV_DispatchThreadID) { uint2 s = min(t.xy, I.Length.xy - 1); float w, h; I.GetDimensions(w, h); uint n, e; J.GetDimensions(n, e, n); O[t.xy] = I[s] / w + J[uint3(0, 0, 1)] + h + e + K[0]; }
technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
