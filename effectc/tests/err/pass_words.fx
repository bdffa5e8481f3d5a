// Words of passes that are not there.
float4 v;
cbuffer C { void nothing; };
float4 VS() : SV_Position { return 1; }
RenderTargetView Target;
technique11 T
{
    pass b { FillMode = WIREFRAME; FrontCounterClockwise = TRUE; Whatever = 3; SetRenderTargets(Xyzzyqq, NULL); CompileShadr(vs_5_0, VS()); }
    pass c { SetVertexShader(CompileShader(whatever, VS())); SetPixelShader(CompileShadr(ps_5_0, VS())); }
}
