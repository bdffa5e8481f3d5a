// Interfaces as people write them: bare parameters, `inout`, nested structures, a semantic on a structure or array, system
// values of other types, names in any case, matrices by columns as vertex input.
RWStructuredBuffer<float> Output;
struct Inner { float3 a; row_major float2x2 m; };
struct Nested { float4 position : sv_position; Inner inner : Inner2; float4 list[2] : LIST; uint front : IGNORED; };
#pragma pack_matrix(column_major)
struct Instance { float4 p : POSITION; float3x4 world : INST; bool visible : VISIBLE; half2 uv : TEXCOORD; uint id : SV_InstanceID; };
static inline float4 Helper(float4 p : COLOR, uniform float k) : COLOR { return p * k; }
Nested VS(Instance i, inout float2 both : BOTH, uint2 pair : PAIR)
{
    Nested n = (Nested)0;
    n.position = Helper(i.p, i.visible ? 2 : i.id) + mul(i.world, i.p).xyzz;
    n.inner.a = i.uv.xyx;
    n.inner.m = float2x2(1, 2, 3, 4);
    n.list[1] = pair.xyxy;
    both += 1;
    return n;
}
void VSBare(in float3 p : POSITION, float4 normal : Normal0, out float3 position : SV_Position, out float4 t[2] : TEXCOORD4)
{
    position = p;
    t[0] = normal;
}
struct Pixel { float3 position : SV_Position; Inner inner : INNER2; float4 list[2] : list; float2 both : BOTH; };
float4 PS(const Pixel p, uint front : SV_IsFrontFace, uint coverage : SV_Coverage, uint sample_ : SV_SampleIndex, out float depth : SV_Depth) : SV_Target1
{
    depth = p.position.z;
    return float4(p.inner.a.xy + p.inner.m[1], front ? p.list[1].x : p.both.x, coverage + sample_);
}
float3 PSBare(float2 place : SV_Position, float4 t : TEXCOORD5) : SV_Target { return t.xyz + place.x; }
[numthreads(4, 4, 1)] void CS(uint2 id : SV_DispatchThreadID, int3 group : SV_GroupID, uint index : SV_GroupIndex) { Output[id.x] = group.y + index; }
technique11 T
{
    pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass Q { SetVertexShader(CompileShader(vs_5_0, VSBare())); SetPixelShader(CompileShader(ps_5_0, PSBare())); }
    pass R { SetComputeShader(CompileShader(cs_5_0, CS())); }
}
