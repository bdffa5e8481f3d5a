// Everything that HLSL's packing rules say, in one constant buffer and two structured buffers.
static const int COUNT = 1 + 2;
typedef float4 Quad[2];

struct Small { float3 p; };
struct Key28 { int animIndex; uint currFrame; uint nextFrame; float ratio; float sumTime; float speed; float padding; };
struct Pair { Key28 curr; Key28 next; };
struct Nested { Small inner; float after; float2 pair; };

cbuffer Packing
{
    float d[COUNT];             // @0, 16, 32
    float x;                    // @36
    float3 c;                   // @48
    float e;                    // @60
    Small s;                    // @64
    float z;                    // @76
    float2 a2;                  // @80
    float3 crosses;             // @96
    Pair pairs[2];              // @112: curr @0, next @32, stride 64
    float afterPairs;           // @236: in the last register of pairs[1]
    Quad quads;                 // @240
    float4x4 world;             // @272
    row_major float3x4 rows;    // @336
    column_major float4x3 columns; // @384
    Nested nested[2];           // @432: inner @0, after @12, pair @16, stride 32
    bool flag;                  // @488
    int2 grid[2][2];            // @496, strides 16 and 32
    uint last;                  // @552
};

cbuffer Explicit
{
    float4 first : packoffset(c0);
    float second : packoffset(c2.y);
    float3 third : packoffset(c3);
};

cbuffer OneMatrix { float3x3 normalMatrix; };

struct Element { float3 p; float q; float3 r; float3x3 m; };
StructuredBuffer<Element> Elements;     // stride 64: p @0, q @12, r @16, m @28
StructuredBuffer<float3> Points;        // stride 12
StructuredBuffer<Small> Smalls;         // the same struct, packed tight
RWStructuredBuffer<float4> Result;

[numthreads(1, 1, 1)]
void CS(uint3 id : SV_DispatchThreadID)
{
    float4 sum = d[1] + x + float4(c, e) + float4(s.p, z) + float4(a2, a2) + float4(crosses, 0);
    sum += pairs[1].next.ratio + afterPairs + quads[1] + world[0] + rows[2] + float4(columns[1], 0);
    sum += nested[1].after + nested[0].inner.p.x + (flag ? 1 : 0) + grid[1][0].y + last;
    sum += first + second + float4(third, 0) + normalMatrix[2][1];
    Element element = Elements[id.x];
    sum += element.q + float4(mul(element.r, element.m), 0) + float4(Points[id.x], 1) + Smalls[id.x].p.x;
    Result[id.x] = sum;
}

technique11 T0 { pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); } }
// A number in the last register of a matrix: the matrix is declared by its rows or columns.
cbuffer SharedRegisters
{
    float3x3 inRows;                // @0
    float afterRows;                // @44
    column_major float3x2 inColumns; // @48
    float afterColumns;             // @76
    row_major float2x3 tailRows;        // @80
};
float3 PS_Shared(float4 p : SV_Position) : SV_Target
{
    float3 sum = mul(p.xyz, inRows) * afterRows + inRows[1][2] + inRows._12_23_31;
    return sum + mul(inColumns, tailRows[1].xy) * afterColumns;
}
technique11 T1 { pass P0 { SetPixelShader(CompileShader(ps_5_0, PS_Shared())); } }

// The same in arrays and structures, which the code reads as a whole, by element and by member.
struct Bone { float weight; column_major float3x4 pose; };                 // pose @16, ends @76
struct Rig { row_major float4x3 bind[2]; float scale; Bone bones[2]; };    // bind ends @124, scale @124, bones @128
cbuffer SharedInside
{
    column_major float3x4 palette[3];   // stride 64, ends @188
    float afterPalette;                 // @188
    Rig rig;                            // @192: bones @320, stride 80, ends @476
    float afterRig;                     // @476
    row_major float2x3 flat[2][2];      // @480: stride 32, ends @604
    float afterFlat;                    // @604
};
tbuffer SharedInTexture { column_major float2x2 pair; float2 afterPair; };  // @24
float3 posed(Bone bone, float4 p) { return mul(bone.pose, p) * bone.weight; }
float3 PS_Inside(float4 p : SV_Position, nointerpolation uint i : INDEX) : SV_Target
{
    Rig copy = rig;
    float3x4 whole[3] = palette;
    float3 sum = mul(palette[i], p) + mul(whole[2], p) + posed(rig.bones[i], p) + posed(copy.bones[1], p);
    sum += mul(p, rig.bind[1]) + rig.bind[i][2] + rig.bones[0].pose._m13 + palette[1]._11_22_33;
    return sum + mul(p.xy, flat[i][1]) + afterPalette * afterRig * afterFlat * rig.scale + mul(p.xy, pair).x * afterPair.y;
}
float4 VS_Inside(float4 p : POSITION, uint i : INDEX, out uint o : INDEX) : SV_Position
{
    palette[1][2] = p;                  // a copy of its own
    o = i;
    return float4(mul(palette[i], p), 1);
}
technique11 T2
{
    pass P0
    {
        SetVertexShader(CompileShader(vs_5_0, VS_Inside()));
        SetPixelShader(CompileShader(ps_5_0, PS_Inside()));
    }
}
