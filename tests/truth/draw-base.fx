// `SV_VertexID` and `SV_InstanceID` count from 0 in every draw, whatever its first vertex and first instance are.
struct V { float4 position : SV_Position; nointerpolation float4 ids : IDS; };

V VS(float4 position : POSITION, uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    V output;
    output.position = position;
    // The same of all three vertices only if they are numbered from 0.
    output.ids = float4(vertex < 3 ? 1 : 0, instance, 0, 1);
    return output;
}

float4 PS(V input) : SV_Target { return input.ids; }

technique11 Truth < int first_vertex = 5; int first_instance = 7; float4 expect = float4(1, 0, 0, 1); >
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
