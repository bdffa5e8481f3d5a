// Stages switched off in every spelling.
float4 VS(float4 p : POSITION) : SV_POSITION { return p; }
float4 PS() : SV_Target { return 1; }
VertexShader gVS = NULL;
technique10 T
{
    pass A { SetVertexShader(CompileShader(vs_4_0, VS())); SetGeometryShader(NULL); SetPixelShader(CompileShader(ps_4_0, PS())); }
    pass B { SetVertexShader(CompileShader(vs_4_0, VS())); SetGeometryShader( 0 ); SetPixelShader(NULL); }
    pass C { VertexShader = NULL; PixelShader = null; GeometryShader = NULL; }
    pass D { SetVertexShader(gVS); SetPixelShader(NULL); SetHullShader(NULL); SetDomainShader(NULL); SetComputeShader(NULL); }
}
