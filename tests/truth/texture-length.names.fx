// What the function that asks for the size calls its own variables hides no texture.
Texture2D x;
Texture2D other;
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS() { Output[0] = float4(x.Length, other.Length.x, 2); }

technique11 Truth < float4 expect = float4(4, 4, 4, 2); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
