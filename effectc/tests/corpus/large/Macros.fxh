// Platform macros in the manner of MonoGame's own effects.
#ifdef SM4
#define TECHNIQUE(name, vsname, psname ) technique name { pass { VertexShader = compile vs_4_0_level_9_1 vsname (); PixelShader = compile ps_4_0_level_9_1 psname(); } }
#define BEGIN_CONSTANTS     cbuffer Parameters : register(b0) {
#define MATRIX_CONSTANTS    }; cbuffer ProjectionMatrix : register(b1) {
#define END_CONSTANTS       };
#define _vs(r)
#define _ps(r)
#define _cb(r)
#define DECLARE_TEXTURE(Name, index) Texture2D<float4> Name : register(t##index); sampler Name##Sampler : register(s##index)
#define DECLARE_CUBEMAP(Name, index) TextureCube<float4> Name : register(t##index); sampler Name##Sampler : register(s##index)
#define SAMPLE_TEXTURE(Name, texCoord)  Name.Sample(Name##Sampler, texCoord)
#define SAMPLE_CUBEMAP(Name, texCoord)  Name.Sample(Name##Sampler, texCoord)
#else
#define TECHNIQUE(name, vsname, psname ) technique name { pass { VertexShader = compile vs_2_0 vsname (); PixelShader = compile ps_2_0 psname(); } }
#define BEGIN_CONSTANTS
#define MATRIX_CONSTANTS
#define END_CONSTANTS
#define _vs(r)  : register(vs, r)
#define _ps(r)  : register(ps, r)
#define _cb(r)
#define DECLARE_TEXTURE(Name, index) texture2D Name; sampler2D Name##Sampler : register(s##index) = sampler_state { Texture = (Name); }
#define DECLARE_CUBEMAP(Name, index) textureCUBE Name; samplerCUBE Name##Sampler : register(s##index) = sampler_state { Texture = (Name); }
#define SAMPLE_TEXTURE(Name, texCoord)  tex2D(Name##Sampler, texCoord)
#define SAMPLE_CUBEMAP(Name, texCoord)  texCUBE(Name##Sampler, texCoord)
#endif
