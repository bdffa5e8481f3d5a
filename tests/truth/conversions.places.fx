// `int op= float` is computed in float wherever the place is: the place is looked for once.
RWStructuredBuffer<int> Data;
RWStructuredBuffer<float4> Output;
int One = 1;
float Half = 0.5;
groupshared int Shared[4];
static int Count = 0;

int next() { Count++; return Count; }

[numthreads(1, 1, 1)]
void CS()
{
    int a[4] = { 9, 7, 5, 3 };
    for (int i = 0; i < 4; i++) { Data[i] = a[i]; Shared[i] = a[i]; }
    Data[next()] *= 0.5;
    Data[next()] += 1.75;
    Data[min(One, 3) + 2] /= 0.25;
    Output[0] = float4(Data[1], Data[2], Data[3], Count);
    a[int(Half)] *= 0.5;
    a[One ? 1 : 2] += Half;
    a[next() - 1] -= 0.5;
    Output[1] = float4(a[0], a[1], a[2], Count);
    uint2 v[2] = { uint2(5, 7), uint2(9, 11) };
    v[next() - 3] *= float2(0.5, 1.5);
    float value = (Shared[next() - 4] *= 1.5);
    Output[2] = float4(v[1], Shared[1], value);
}

technique11 Truth <
    float4 expect = float4(3, 6, 12, 2);
    float4 expect1 = float4(4, 7, 4, 3);
    float4 expect2 = float4(4, 16, 10, 10);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
