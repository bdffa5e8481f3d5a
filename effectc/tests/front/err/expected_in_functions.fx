float4 f(float a) {
    float ;
    float b = a.;
    do { b += 1; } until (b > 2);
    switch (1) { b = 2; case 1: break; }
    typedef float A, B;
    for (float = 0;;) {}
    return b;
}
technique T { pass P { 1; Texture[0] = ; = 3; CullMode; SetVertexShader; } }
