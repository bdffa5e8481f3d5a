// A texture buffer has the layout of a constant buffer, and is a uniform buffer in Vulkan.
tbuffer Bones { float4x4 bones[64]; float scale; }
cbuffer Frame { float4x4 viewProjection; };

float4 VS(float3 position : POSITION, uint bone : BONE) : SV_Position
{
    return mul(mul(float4(position, 1), bones[bone]) * scale, viewProjection);
}

technique11 T0 { pass P0 { SetVertexShader(CompileShader(vs_5_0, VS())); } }
