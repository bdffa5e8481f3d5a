float4 Shared(float4 p) { return p * 2; }
