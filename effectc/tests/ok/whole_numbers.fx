// Conversions, shifts and divisions that SPIR-V leaves open; those that are known to be right stay. Powers.
cbuffer C { float4 v; int4 n; uint4 u; float2x2 m; };
static const float Known = 2.5;
static const int Five = 5;
float4 PS(float4 p : SV_Position) : SV_Target
{
    int a = v.x, b = Known, c = (int)7.9;
    uint2 d = uint2(v.y, n.x);
    int3 e = (int3)v;
    int list[3] = { v.x, 1.5, n.y };
    int2x2 whole = (int2x2)m / n.x;
    a += 1 << n.x | n.y >> 3 | u.x << Five;
    a <<= u.y;
    uint q = u.x / u.y + u.x % 4 + u.z % u.w;
    int r = n.x / n.y + n.z % n.w + n.x / -3 + n.y % Five;
    int2 s = n.xy / n.z;
    r /= n.w;
    r %= n.z;
    float4 powers = pow(v, 2) + pow(v.x, Five) + pow(p.x, -1) + pow(v.y, 7) + pow(v.z, 2.5) + pow(v.w, n.x);
    return powers + a + b + c + d.x + e.z + list[0] + whole._11 + q + r + s.y + list[v.z];
}
technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }
