// Text that has no such escape.
string name = "\777";
float4 x;
