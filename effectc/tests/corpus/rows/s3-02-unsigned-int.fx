// `unsigned int`, `dword`, and where they stand.
cbuffer C { unsigned int mode; dword flags; const unsigned int count = 3; }
float4 VS(uint id : SV_VertexID) : SV_POSITION { unsigned int x = id & flags; for (unsigned int i = 0; i < count; i++) x += mode; return (float)x; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
