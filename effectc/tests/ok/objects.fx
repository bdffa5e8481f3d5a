// Objects of Direct3D 11 that pass through parameters, structures, locals and arrays.
Texture2D Wall;
Texture2D Layers[4];
TextureCube Sky;
Texture2DMS<float4, 4> Many;
SamplerState Linear;
SamplerState Samplers[4];
SamplerComparisonState Compare;
static Texture2D Alias = Wall;

struct Material { Texture2D map; SamplerState state; float scale; };

float4 Read(Texture2D map, SamplerState state, float2 uv);
float4 Read(Texture2D map, SamplerState state, float2 uv) { return map.Sample(state, uv); }
float4 Read(TextureCube map, SamplerState state, float3 direction) { return map.Sample(state, direction); }
float4 Read(float4 value) { return value; }
float4 Lit(Material material, float2 uv) { return material.map.Sample(material.state, uv) * material.scale; }
float Shadow(Texture2D map, SamplerComparisonState state, float3 p) { return map.SampleCmpLevelZero(state, p.xy, p.z); }
float2 Size(Texture2D map) { float width, height; map.GetDimensions(width, height); return float2(width, height); }

float4 PS(float4 p : SV_Position, float2 uv : TEXCOORD, nointerpolation int k : K) : SV_Target
{
    float4 c = Read(Wall, Linear, uv) + Read(Layers[2], Linear, uv) + Read(Sky, Linear, uv.xyx) + Read(uv.xyxy);
    c += Read(Layers[k], Samplers[k], uv) + Layers[k].SampleLevel(Samplers[k], uv, 1, int2(1, 2));
    c += Layers[k][p.xy] + Layers[k].mips[1][p.xy] + Layers[k].Load(int3(p.xy, 0), int2(k, 1));
    c += Wall.Load(int3(p.xy, 0), int2(k, 1)) + Many.sample[1][p.xy] + Many.Load(p.xy, 2, int2(k, 0));
    uint width, height;
    Layers[k].GetDimensions(width, height);
    c += width + height + Shadow(Wall, Compare, uv.xyx) + Size(Wall).xyxy + Size(Layers[k]).xyxy;
    Material material;
    material.map = Wall;
    material.state = Linear;
    material.scale = 2;
    Material other = material;
    other.map = Layers[k];
    Material listed = { Layers[1], Linear, 3 };
    c += Lit(material, uv) + Lit(other, uv) + Lit(listed, uv);
    Texture2D local = Wall;
    c += local.Sample(Linear, uv);
    local = Layers[1];
    c += local.Sample(Linear, uv) + Alias.Sample(Linear, uv);
    c += Wall.GatherCmp(Compare, uv, 0.5) + Wall.GatherCmpRed(Compare, uv, 0.5, int2(1, 1));
    return c + Wall.Length.xyxy + Layers[0].Length.x;
}

technique11 T0 { pass P0 { SetPixelShader(CompileShader(ps_5_0, PS())); } }
