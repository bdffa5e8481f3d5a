// Samplers of Direct3D 9 that read elements of an array of textures, and elements of an array of samplers as arguments.
texture Layers[3] : LAYERS;
sampler First = sampler_state { Texture = <Layers[0]>; };
sampler Last = sampler_state { Texture = (Layers[1 + 1]); MinFilter = Linear; };
sampler Both[2] = { sampler_state { Texture = <Layers[2]>; }, sampler_state { Texture = <Layers[1]>; } };
sampler Slots[2] : register(s4);
float4 PS(float2 uv : TEXCOORD0, uniform sampler chosen) : COLOR
{
    return tex2D(First, uv) + tex2D(Last, uv) + tex2D(Both[1], uv) + tex2D(chosen, uv);
}
technique T
{
    pass P { PixelShader = compile ps_3_0 PS(Slots[1]); }
    pass Q { PixelShader = compile ps_3_0 PS(Both[0]); }
}
