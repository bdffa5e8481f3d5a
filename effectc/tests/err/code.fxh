float4 InInclude(float4 p)
{
    return p + absent;
}
