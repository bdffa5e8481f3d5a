// Nothing to compile.
cbuffer C { float4 c; };
