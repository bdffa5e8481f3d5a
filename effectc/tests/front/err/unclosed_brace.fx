float4 VS(float4 p : POSITION) : SV_Position
{
	if (p.x > 0)
	{
		return p;
	return p * 2;
}

float4 PS() : SV_Target
{
	return 1;
}

technique11 T { pass P { SetVertexShader(NULL); } }
