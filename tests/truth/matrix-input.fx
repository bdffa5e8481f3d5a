// A register of a vertex input that is a matrix holds a column, or a row if the matrix is packed by rows; a matrix that is
// not square takes as many registers as it has columns, or rows. Between stages it is the same.
struct V
{
    float4 position : POSITION;
    float3x4 columns : COLUMNS;
    row_major float3x4 rows : ROWS;
};

struct O
{
    float4 position : SV_Position;
    nointerpolation float2x3 m : MATRIX;
    float4 a : A;
};

O VS(V v)
{
    O o;
    o.position = v.position;
    o.m = float2x3(1, 2, 3, 4, 5, 6);
    o.a = float4(v.columns[0][1], v.columns[2][3], v.rows[0][1], v.rows[2][3]);
    return o;
}

float4 PS(O o) : SV_Target { return o.a; }

// The registers of a matrix are numbered on; by columns MATRIX1 is the second column.
float4 PSColumns(float4 p : SV_Position, nointerpolation float2 column : MATRIX1, nointerpolation float2 last : MATRIX2) : SV_Target { return float4(column, last); }

technique11 Input < float4 expect = float4(21, 43, 52, 74); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}

technique11 Varying < float4 expect = float4(2, 5, 3, 6); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PSColumns()));
    }
}
