// Techniques of all three keywords, several passes each, with and without names and semicolons.
float4x4 gWorldViewProj;
struct VSOut { float4 pos : SV_POSITION; float4 col : COLOR; };
VSOut VS(float3 p : POSITION, float4 c : COLOR) { VSOut o; o.pos = mul(float4(p, 1), gWorldViewProj); o.col = c; return o; }
float4 PS(VSOut i) : SV_Target { return i.col; }
float4 PSRed(VSOut i) : SV_Target { return float4(1, 0, 0, 1); }

technique11 Main
{
    pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(NULL); SetPixelShader(CompileShader(ps_5_0, PS())); }
    pass P1 { SetVertexShader(CompileShader(vs_5_0, VS())); SetGeometryShader(NULL); SetPixelShader(CompileShader(ps_5_0, PSRed())); };
};
technique10 Old
{
    pass
    {
        SetVertexShader( CompileShader( vs_4_0, VS() ) );
        SetGeometryShader( NULL );
        SetPixelShader( CompileShader( ps_4_0, PS() ) );
    }
}
technique Older { pass p0 { VertexShader = compile vs_4_0 VS(); PixelShader = compile ps_4_0 PS(); } }
technique11 { pass Unnamed { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
