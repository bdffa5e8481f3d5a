// What no shader can do: write a part of a texel, call itself by an overload.
RWTexture2D<float4> picture;
RWBuffer<float2> numbers[2];
float f(float a);
float f(float2 a) { return f(a.x); }
float f(float a) { return a > 1 ? f(float2(a - 1, 0)) : 0; }
[numthreads(1, 1, 1)] void CS_Texel(uint3 id : SV_DispatchThreadID) { picture[id.xy].xy = 2; }
[numthreads(1, 1, 1)] void CS_Element(uint3 id : SV_DispatchThreadID) { numbers[id.x][id.y].y += 2; }
[numthreads(1, 1, 1)] void CS_Recursion(uint3 id : SV_DispatchThreadID) { picture[id.xy] = f(id.x); }
technique11 T
{
    pass Texel { SetComputeShader(CompileShader(cs_5_0, CS_Texel())); }
    pass Element { SetComputeShader(CompileShader(cs_5_0, CS_Element())); }
    pass Recursion { SetComputeShader(CompileShader(cs_5_0, CS_Recursion())); }
}
