float4 a = float4(1, 2,
    3, 4
;
float b[3
;
float f(float x
{
	return (x +
		1;
}
float ok;
