// The second byte of some characters of Japanese files is that of a backslash: 表
// It joins no lines 能
float Shown < string Item = "表"; string Path = "ソ表\maps\\表.dds"; string Lone = "maps\default.dds"; FLOAT Low = Float(1); > = 2;
float4 PS() : COLOR { return Shown; }
technique T { pass P { PixelShader = compile ps_2_0 PS(); } }
