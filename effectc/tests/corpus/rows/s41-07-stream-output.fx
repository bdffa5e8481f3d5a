struct P { float4 pos : SV_Position; float3 vel : VELOCITY; float2 uv : TEXCOORD1; };
P VS(float4 p : POSITION) { P o; o.pos = p; o.vel = p.xyz; o.uv = p.xy; return o; }
[maxvertexcount(3)] void GS(triangle P i[3], inout TriangleStream<P> s) { for (int k = 0; k < 3; k++) s.Append(i[k]); }
VertexShader vs = CompileShader(vs_4_0, VS());
GeometryShader wrapped = ConstructGSWithSO(vs, "SV_Position.xyz; VELOCITY.xy; TEXCOORD1.y");
GeometryShader full = ConstructGSWithSO(CompileShader(gs_5_0, GS()), "0:SV_POSITION.xyzw; 0:$SKIP.xy; 0:VELOCITY.z; 1:TEXCOORD1.xy", NULL, NULL, NULL, 0);
technique11 T { pass A { SetVertexShader(vs); SetGeometryShader(wrapped); SetPixelShader(NULL); } pass B { SetVertexShader(vs); SetGeometryShader(full); SetPixelShader(NULL); } }
