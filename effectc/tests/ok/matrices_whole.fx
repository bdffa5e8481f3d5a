// Matrices of whole numbers and of truth values, which SPIR-V has not: structures with rows.
typedef int2x2 Pair;
static const int2x2 K = { 1, 2, 3, 4 };
static const uint3x4 U[2] = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, (uint3x4)7 };
struct Mixed { int3x3 m; float w; row_major uint2x3 u; bool2x2 b; };
cbuffer Numbers { int3x3 columns; float after; row_major int2x3 rows[2]; int last; Mixed mixed; bool4x4 flags; Pair pairs[3]; };
int4x4 loose = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
float4x4 World;
RWStructuredBuffer<float4> Output;

int2x2 twice(int2x2 m) { return m + m; }
float twice(float2x2 m) { return m._11 * 2; }
void swap(inout int2x2 a, out int2x2 b) { b = a; a = transpose(a); }
matrix<uint, 2, 2> make(uint a) { return uint2x2(a, a + 1, a + 2, a + 3); }

[numthreads(1, 1, 1)]
void CS(uint3 id : SV_DispatchThreadID)
{
    int2x2 a = twice(K), b;
    swap(a, b);
    a[1][0] = 5;
    a[id.x] += int2(1, 2);
    a._m01 *= 3;
    a._11_22 = int2(8, 9);
    a += 1;
    a++;
    --b;
    int2x2 c = a * b - K / 2 + (a % b) + (a << 1) + (~a & b) + -a;
    float2x2 f = c;
    f += a;
    int2x2 g = f * 0.5;
    bool2x2 less = a < b;
    bool3x3 far = World > 2;
    float4x4 chosen = flags ? World : loose;
    int2x2 picked = less ? a : b;
    picked = after > 1 ? picked : K;
    uint2x2 u = make(3) + (uint2x2)c;
    int2x2 fields[2] = { { 1, 2, 3, 4 }, K };
    Mixed copy = mixed;
    copy.m[2] = columns[1];
    loose += 2;
    copy.b = !less || copy.b;
    int3 product = mul(columns, int3(1, 2, 3)) + mul(int3(1, 2, 3), copy.m) + mul(rows[1], columns)[0];
    float3 fraction = mul(float3(1, 2, 3), columns);
    int4 flat = (int4)a;
    Pair pair = pairs[id.x];
    int number = (int)pair + any(less) + all(far) + any(c) + determinant(K) + rows[id.x]._23;
    a = max(a, b) + abs(c) + clamp(g, 0, 5) + min(a, 3) + sign(f) + (int2x2)flat + int2x2(flat.xy, flat.zw) + fields[id.x & 1];
    float4 sum = float4(a._11_12_21_22) + flat + product.xyzz + fraction.xyzz + number + chosen[0] + picked[0].xyxy;
    Output[id.x] = sum + u._12 + U[1][2].x + copy.u._m11 + (copy.b[0].x ? 1 : 0) + asfloat(loose)[0] + twice(f) + last + loose[3];
}
technique11 T { pass P { SetComputeShader(CompileShader(cs_5_0, CS())); } }
