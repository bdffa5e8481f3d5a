// Buffers that append, consume and count; arrays of buffers.
struct Particle { float3 position; float age; };
AppendStructuredBuffer<Particle> Alive;
ConsumeStructuredBuffer<Particle> Before;
globallycoherent RWStructuredBuffer<uint> Counted;
RWStructuredBuffer<float> Outputs[3];
StructuredBuffer<float> Inputs[2];
RWTexture2D<float4> Images[2];

void Emit(AppendStructuredBuffer<Particle> stream, Particle particle) { stream.Append(particle); }
void Put(RWStructuredBuffer<float> target, uint index, float value) { target[index] = value; }

[numthreads(8, 1, 1)]
void CS(uint3 id : SV_DispatchThreadID)
{
    Particle particle = Before.Consume();
    particle.age += 1;
    if (particle.age < 2)
        Emit(Alive, particle);
    Alive.Append(particle);
    Counted[Counted.IncrementCounter()] = Counted.DecrementCounter();
    Put(Outputs[1], id.x, Inputs[id.y][2]);
    Outputs[2][id.x] += 1;
    Images[1][id.xy] = 1;
    uint count, stride;
    Alive.GetDimensions(count, stride);
    Counted[0] = count + stride;
}

technique11 T0 { pass P0 { SetComputeShader(CompileShader(cs_5_0, CS())); } }
