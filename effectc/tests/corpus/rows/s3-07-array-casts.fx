// Arrays made of vectors by a cast, and flat lists for arrays of vectors.
ByteAddressBuffer Raw; float3 Direction; float4 Offsets[2] = { 0, 0, 0, 0, 1, 1, 1, 1 };
float4 VS(uint id : SV_VertexID) : SV_POSITION
{
    float d[3] = (float[3])Direction;
    int n[4] = (int[4])Raw.Load4(id * 16);
    const float2 corners[4] = { -1, -1, -1, 1, 1, -1, 1, 1 };
    return float4(d[0], d[1], d[2], n[3]) + float4(corners[id % 4], 0, 1) + Offsets[1];
}
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
