// Names of the file's own that look like those that the compiler makes.
cbuffer fx_Globals { float4 fx_copy_Color; column_major float3x4 fx_held; float fx_global_lerp; };
float4 Color;
float lerp;
struct fx_Vertex { float4 fx_out : SV_Position; float2 fx_result : TEXCOORD; };
struct copy { float v; float fx_this; float Color() { return v * fx_this; } };
struct result { float4x4 fx_rows; };
typedef float fx_cast_float3_float_3_result;
Texture2D x;
Texture2D fx_texture_S;
SamplerState value0;
sampler2D S = sampler_state { Texture = <x>; };
Texture2D Many[2];
RWStructuredBuffer<float4> before;
float fx_lerp4x4(float a) { return a * 2; }
float4x4 fx_load_float3x4_columns(float a) { return (float4x4)a; }
float fx_method_copy_Color(copy c) { return c.v - 1; }
float fx_tex2D_S(float a) { return a; }
fx_Vertex fx_body_VS(float4 p) { fx_Vertex v; v.fx_out = p; v.fx_result = p.xy; return v; }
fx_Vertex VS(float4 p : POSITION, uniform float arg_p)
{
    fx_Vertex fx_result = fx_body_VS(p + arg_p);
    Color += fx_copy_Color;
    fx_result.fx_out += Color + fx_global_lerp + lerp(lerp, fx_lerp4x4(lerp), 0.5) + arg_p;
    return fx_result;
}
float in_p;
float arg_p;
float4 PS(fx_Vertex input) : SV_Target
{
    uint i = input.fx_result.y;
    copy c = (copy)1;
    result result = (result)1;
    float4x4 m = lerp(result.fx_rows, fx_load_float3x4_columns(2), 0.5);
    float3 n = mul(fx_held, input.fx_result.xyxy);
    float fx_value[3] = (float[3])n;
    fx_cast_float3_float_3_result one = fx_value[0];
    return m[0] + fx_method_copy_Color(c) + c.Color() + one + Many[i].Sample(value0, n.xy) + x.Length.x;
}
float4 PS_Legacy(float2 uv : TEXCOORD) : COLOR { return tex2Dlod(S, uv.xyyy) * fx_tex2D_S(uv.x); }
[numthreads(1, 1, 1)] void fx_CS() { before[before.IncrementCounter()] = 1; }
technique11 T
{
    pass P
    {
        SetVertexShader(CompileShader(vs_5_0, VS(arg_p + in_p)));
        SetPixelShader(CompileShader(ps_5_0, PS()));
    }
    pass C { SetComputeShader(CompileShader(cs_5_0, fx_CS())); }
}
technique Legacy { pass P { PixelShader = compile ps_3_0 PS_Legacy(); } }
