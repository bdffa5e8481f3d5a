// Stages meet by semantic, not by order; a struct may go straight through; matrices are packed by pragma.
#pragma pack_matrix(column_major)
cbuffer ColumnPacked { float4x4 columnWorld; float3x4 bones[2]; };
#pragma pack_matrix(row_major)
cbuffer RowPacked { float4x4 rowWorld; float3x4 rowBones[2]; };

struct Through { float4 position : POSITION; float2 uv : TEXCOORD3; };
struct Out { float4 position : SV_Position; float3 normal : NORMAL; float2 uv : TEXCOORD0; nointerpolation uint id : ID; row_major float3x3 frame : FRAME; };
// Another order, fewer members, another struct.
struct In { nointerpolation uint id : id; float2 uv : TexCoord; float4 position : SV_POSITION; float3 normal : normal; };

Out VS(float4 position : POSITION, float2 uv : TEXCOORD0, uint vertexID : SV_VertexID, int4 indices : BLENDINDICES, uint2 extra : EXTRA1)
{
    Out o = (Out)0;
    o.position = mul(mul(position, columnWorld), rowWorld) + float4(mul(bones[1], position) + mul(rowBones[0], position), 0);
    o.uv = uv + extra;
    o.id = vertexID + indices.y;
    return o;
}
float4 PS(In input, bool front : SV_IsFrontFace) : SV_Target { return float4(input.uv, input.id, front ? 1 : 0) + input.normal.xyzz; }

Through VS_Through(Through input, float3 extra : EXTRA, out float4 clip : SV_Position) { clip = input.position + extra.xyzz; return input; }
float4 PS_Through(float2 uv : TEXCOORD3, float4 position : POSITION) : SV_Target { return float4(uv, position.xy); }

struct Targets { float4 second : SV_Target1; float4 first : SV_Target0; float depth : SV_Depth; };
Targets PS_Targets(In input) { Targets t; t.first = 1; t.second = 2; t.depth = 0.5; return t; }

fxgroup Group
{
    technique11 T0
    {
        pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
        pass P1 { SetVertexShader(CompileShader(vs_5_0, VS_Through())); SetPixelShader(CompileShader(ps_5_0, PS_Through())); }
    }
}
technique11 T1 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS_Targets())); } }
// A matrix among plain inputs: its rows are read with it, the coordinate beside it is not.
float4 VS_Rows(float4 p : POSITION, float4x4 rows : TEXCOORD1, float2 unused : TEXCOORD0) : SV_Position { return mul(p, rows); }
technique11 T2 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS_Rows())); } }
// Packed by columns, a register of a vertex input holds a column.
#pragma pack_matrix(column_major)
struct ColumnInput { float4 p : POSITION; float4x4 world : INST; row_major float3x4 bone : BONE; };
float4 VS_Columns(ColumnInput input, float4x4 other : TEXCOORD4) : SV_Position
{
    return mul(mul(input.p, input.world), other) + float4(mul(input.bone, input.p), 0);
}
technique11 T3 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS_Columns())); } }
// Direct3D's w of a pixel's position is Vulkan's 1 / w; where it is not read, nothing is left of the correction.
float4 PS_W(const In input) : SV_Target { return input.position.w; }
technique11 T4 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS_W())); } }
