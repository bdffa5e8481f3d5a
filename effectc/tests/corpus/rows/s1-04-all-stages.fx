// Geometry, hull, domain and compute shaders in one file.
cbuffer Camera { float4x4 ViewProj; float2 TessRange; float4 EyePos; };
RWTexture2D<float4> Image;
struct ControlPoint { float3 pos : POSITION; float2 uv : TEXCOORD; };
struct PatchTess { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
struct DomainOut { float4 pos : SV_POSITION; float2 uv : TEXCOORD; };
ControlPoint VS(ControlPoint i) { return i; }
PatchTess ConstantHS(InputPatch<ControlPoint, 3> patch, uint id : SV_PrimitiveID)
{
    PatchTess pt;
    float3 center = (patch[0].pos + patch[1].pos + patch[2].pos) / 3;
    float d = distance(center, EyePos);
    float t = clamp(64 * saturate((TessRange.y - d) / (TessRange.y - TessRange.x)), 1, 64);
    pt.edges[0] = t; pt.edges[1] = t; pt.edges[2] = t;
    pt.inside = t;
    return pt;
}
[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("ConstantHS")]
[maxtessfactor(64.0f)]
ControlPoint HS(InputPatch<ControlPoint, 3> p, uint i : SV_OutputControlPointID, uint patchId : SV_PrimitiveID) { return p[i]; }
[domain("tri")]
DomainOut DS(PatchTess t, float3 b : SV_DomainLocation, const OutputPatch<ControlPoint, 3> tri)
{
    DomainOut o;
    float3 p = b.x * tri[0].pos + b.y * tri[1].pos + b.z * tri[2].pos;
    o.uv = b.x * tri[0].uv + b.y * tri[1].uv + b.z * tri[2].uv;
    o.pos = mul(float4(p, 1), ViewProj);
    return o;
}
[maxvertexcount(6)]
void GS(triangle DomainOut i[3], uint prim : SV_PrimitiveID, inout LineStream<DomainOut> stream)
{
    for (int k = 0; k < 3; k++) { stream.Append(i[k]); stream.Append(i[(k + 1) % 3]); stream.RestartStrip(); }
}
float4 PS(DomainOut i) : SV_Target { return float4(i.uv, 0, 1); }
[numthreads(8, 8, 1)]
void CS(uint3 id : SV_DispatchThreadID) { Image[id.xy] = float4(id.xy / 256.0, 0, 1); }
technique11 Tess
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS()));
        SetHullShader(CompileShader(hs_5_0, HS()));
        SetDomainShader(CompileShader(ds_5_0, DS()));
        SetGeometryShader(CompileShader(gs_5_0, GS()));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
}
technique11 Fill { pass P0 { SetVertexShader(NULL); SetPixelShader(NULL); SetComputeShader(CompileShader(cs_5_0, CS())); } }
