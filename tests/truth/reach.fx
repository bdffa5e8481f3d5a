// What an entry point does not reach is not compiled with it: other streams' `Append`, globals of other stages.
struct Corner { float4 position : SV_Position; float4 color : COLOR; };
struct Particle { float3 position : POSITION; float age : AGE; };

Corner VS(float4 position : POSITION, float4 color : COLOR)
{
    Corner corner;
    corner.position = position;
    corner.color = color;
    return corner;
}

[maxvertexcount(2)]
void Emit(point Particle input[1], inout PointStream<Particle> stream)
{
    stream.Append(input[0]);
    Particle next = input[0];
    next.age += 1;
    stream.Append(next);
}

[maxvertexcount(3)]
void GS(triangle Corner input[3], inout TriangleStream<Corner> stream)
{
    for (int i = 0; i < 3; i++)
    {
        Corner corner = input[i];
        corner.color += 1;
        stream.Append(corner);
    }
    stream.RestartStrip();
}

float4 PS(Corner input) : SV_Target { return input.color; }

technique11 Truth < float4 expect = float4(12, 13, 14, 15); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
