// A sampler with its states in a block.
Texture2D t; SamplerState s { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; AddressV = Mirror; };
float4 VS(float4 p : POSITION) : SV_Position { return p; }
float4 PS(float4 p : SV_Position) : SV_Target { return t.Sample(s, p.xy); }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(CompileShader(ps_5_0, PS())); } }
