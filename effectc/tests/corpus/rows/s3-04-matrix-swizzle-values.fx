// `-V._41_42_43` as a value: in arithmetic, in dot, in calls, in constructors.
matrix V; matrix W;
float Sum(float3 v) { return v.x + v.y + v.z; }
float4 VS(float4 p : POSITION) : SV_POSITION { return float4(-V._41_42_43, Sum(W._11_22_33)) + dot(V._14_24_34, p.xyz) + float4(W._m00_m01_m02 * 2, 1) + lerp(V._11_12, W._11_12, 0.5).xyxy; }
technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); SetPixelShader(NULL); } }
