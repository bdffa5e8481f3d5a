Texture2D T; sampler2D S = sampler_state { Texture = <T>; MinFilter = Linear; };
sampler Two[2]; sampler2D Arr[2] = { sampler_state { Texture = <T>; }, sampler_state { Texture = <T>; MinFilter = Point; } };
float4 Fetch(sampler2D s, float2 uv) { return tex2D(s, uv); }
float4 VS(float4 p : POSITION) : POSITION { return p + tex2Dlod(S, float4(p.xy, 0, 0)); }
float4 PS(float2 u : TEXCOORD) : COLOR { return tex2D(S, u) + Fetch(S, u) + tex2D(Arr[1], u) + tex2D(Two[0], u); }
technique T { pass P { VertexShader = compile vs_3_0 VS(); PixelShader = compile ps_3_0 PS(); } }
