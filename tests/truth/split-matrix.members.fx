// A number after a matrix stands in the matrix's last register.
cbuffer Constants
{
    float3x3 Columns = { 11, 12, 13, 21, 22, 23, 31, 32, 33 };
    float After = 5;
    row_major float2x3 Rows = { 41, 42, 43, 51, 52, 53 };
    float Last = 6;
    float4 Next = float4(7, 8, 9, 10);
};
RWStructuredBuffer<float4> Output;

[numthreads(1, 1, 1)]
void CS()
{
    Output[0] = float4(Columns[2], After);
    Output[1] = float4(Columns._m01_m10, Rows[1].yz);
    Output[2] = float4(mul(float3(1, 0, 0), Columns), Last);
    Output[3] = float4(mul(Rows, float3(0, 1, 0)), Next.xw);
}

technique11 Truth <
    float4 expect = float4(31, 32, 33, 5);
    float4 expect1 = float4(12, 21, 52, 53);
    float4 expect2 = float4(11, 12, 13, 6);
    float4 expect3 = float4(42, 52, 7, 10);
>
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); }
}

// A member of a class is not the matrix of a buffer that has its name.
class Holder
{
    float3x3 Columns;
    float First() { return Columns._11; }
};

[numthreads(1, 1, 1)]
void CS_Hidden()
{
    Holder holder;
    holder.Columns = 7;
    Output[0] = float4(holder.First(), Columns._m01_m10, After);
}

technique11 Hidden < float4 expect = float4(7, 12, 21, 5); >
{
    pass P0 { SetComputeShader(CompileShader(cs_5_0, CS_Hidden())); }
}
