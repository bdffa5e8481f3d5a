// Shader objects, arrays of them, stream output.
float4x4 ViewProj; float TimeStep; int CurNumBones = 1;
struct Particle { float3 pos : POSITION; float3 vel : VELOCITY; float age : AGE; uint type : TYPE; };
Particle StreamVS(Particle p) { return p; }
[maxvertexcount(2)]
void StreamGS(point Particle gin[1], inout PointStream<Particle> ptStream)
{
    gin[0].age += TimeStep;
    if (gin[0].type == 0)
    {
        if (gin[0].age > 0.005f) { Particle p; p.pos = gin[0].pos; p.vel = float3(0, 4, 0); p.age = 0; p.type = 1; ptStream.Append(p); gin[0].age = 0.0f; }
        ptStream.Append(gin[0]);
    }
    else if (gin[0].age <= 1.0f) ptStream.Append(gin[0]);
}
GeometryShader gsStreamOut = ConstructGSWithSO(CompileShader(gs_5_0, StreamGS()), "POSITION.xyz; VELOCITY.xyz; AGE.x; TYPE.x");
struct DrawV { float4 pos : SV_POSITION; };
DrawV SkinVS(float3 p : POSITION, uniform int bones) { DrawV o; o.pos = mul(float4(p * bones, 1), ViewProj); return o; }
float4 PS(DrawV i) : SV_Target { return 1; }
VertexShader SkinShaders[3] = { CompileShader(vs_5_0, SkinVS(1)), CompileShader(vs_5_0, SkinVS(2)), CompileShader(vs_5_0, SkinVS(4)) };
PixelShader ps = CompileShader(ps_5_0, PS());
technique11 StreamOutTech { pass P0 { SetVertexShader(CompileShader(vs_5_0, StreamVS())); SetGeometryShader(gsStreamOut); SetPixelShader(NULL); SetDepthStencilState(NULL, 0); } }
technique11 Skinned { pass P0 { SetVertexShader(SkinShaders[CurNumBones]); SetGeometryShader(NULL); SetPixelShader(ps); } }
technique11 Second { pass P0 { SetVertexShader(SkinShaders[1]); SetGeometryShader(NULL); SetPixelShader(ps); } }
