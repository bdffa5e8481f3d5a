// Blocks of states, streams, textures of samplers.
Texture2D tex;
sampler S = sampler_state { Texture = 3; };
SamplerState S1 { Texture = (tex + 1); };
RasterizerState Two[2] { FillMode = SOLID; };
BlendState Many[70000];
stateblock Block = stateblock_state { CullMode = NONE; };
stateblock Unused = stateblock_state { CullMode = NONE; };
stateblock NoBlock;
stateblock Number = 3;
float4 VS() : SV_Position { return 1; }
struct G { float4 p : SV_Position; float4 t : TEXCOORD0; };
[maxvertexcount(1)] void GS(point G i[1], inout PointStream<G> o) { o.Append(i[0]); }
GeometryShader a = ConstructGSWithSO(CompileShader(gs_5_0, GS()), 3);
GeometryShader b = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "0:TEXCOORD99999999999.xy");
GeometryShader c = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "TEXCOORD0.xy", "TEXCOORD0.xy", "TEXCOORD0.xy", "TEXCOORD0.xy", "TEXCOORD0.xy", 0);
technique11 T
{
    pass P0 { StateBlock = (Blok); StateBlock = (NoBlock); StateBlock = (Block); StateBlock = 3; }
    pass P1 { SetGeometryShader(a); SetGeometryShader(b); SetGeometryShader(c); }
    pass P2 { SetRasterizerState(3); SetRasterizerState(Rastr); SetDepthStencilState(Depth, 1); SetBlendState(); SetDepthStencilState(1,2,3); }
    pass P3 { Foo(); }
}
