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
// Matrices of one row or column, which SPIR-V has not either.
cbuffer Thin { float1x3 row; float behindRow; float3x1 column; float behindColumn; row_major float4x1 tall[2]; float1x1 one; int1x2 pairRow; };
float1x3 scaled(float1x3 m, float s) { return m * s; }
[numthreads(1, 1, 1)]
void CS_Thin(uint3 id : SV_DispatchThreadID)
{
    float1x3 r = scaled(row, behindRow);
    float3x1 c = transpose(r) + column;
    r[0] += 1;
    r._13 = 7;
    c[1] = c[id.x][0] + tall[1][2];
    c += 2;
    float3x3 outer = mul(c, r);
    float inner = mul(r, c);
    float3 v = r;
    float1x3 back = v * 2 + (float3)c;
    float4x1 t = { 1, 2, 3, 4 };
    float2 p = pairRow * 0.5;
    Output[id.x] = outer[1].xyzz + inner + v.xyzz + back[0].xyzz + mul(v, column) + one * t._31 + sqrt(abs(c))._21
        + (float)one + p.xyxy + (any(r > 2) ? behindColumn : (float)t) + mul(row, v) + float4(r, 1);
}
float4 PS_Thin(float4 p : SV_Position, float1x3 m : THIN, int2x2 n : WHOLE) : SV_Target { clip(m); clip(n); return m[0].xyzz + n._22; }
float1x3 VS_Thin(float4 p : POSITION, float3x1 c : COLUMN, int2x2 n : WHOLE, out float4 o : SV_Position, out int2x2 whole : WHOLE) : THIN { o = p; whole = n; return transpose(c); }
technique11 T2 { pass Q { SetVertexShader(CompileShader(vs_5_0, VS_Thin())); SetPixelShader(CompileShader(ps_5_0, PS_Thin())); } pass P { SetComputeShader(CompileShader(cs_5_0, CS_Thin())); } }
