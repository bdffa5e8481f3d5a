//! Shader code that the HLSL compiler would make something else of than Direct3D does.

use effectc::LoweredText;

use super::{compile_text, effect, row_packed};

const OP_S_MOD: u32 = 139;
const OP_F_MOD: u32 = 141;
const OP_CONSTANT: u32 = 43;

/// The module of a compute shader with this body, which may write `O`, and its lowered text.
#[track_caller]
fn module(declarations: &str, body: &str) -> (Vec<u32>, String) {
    let text = format!(
        "{declarations}\nRWStructuredBuffer<float> O;\n[numthreads(1, 1, 1)] void CS() {{ {body} }}\ntechnique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}"
    );
    let output = compile_text(&text, &row_packed());
    (effect(&output).shaders[0].words.clone(), output.lowered[0].text())
}

/// The instructions of a module: opcode and operands.
fn instructions(words: &[u32]) -> Vec<(u32, &[u32])> {
    let mut rest = &words[5..];
    let mut found = Vec::new();
    while let [first, ..] = rest {
        let (one, after) = rest.split_at((first >> 16) as usize);
        found.push((first & 0xFFFF, &one[1..]));
        rest = after;
    }
    found
}

/// Asserts that a number that the code computes from constants is in the module.
#[track_caller]
fn check_constant(declarations: &str, expression: &str, expected: f32) {
    let (words, text) = module(declarations, &format!("O[0] = {expression};"));
    let stored = instructions(&words).iter().any(|(opcode, operands)| {
        *opcode == OP_CONSTANT && operands.get(2) == Some(&expected.to_bits())
    });
    assert!(stored, "{expected} is not in {text}");
}

#[track_caller]
fn message(text: &str) -> String {
    let output = compile_text(text, &row_packed());
    effectc::diagnostic::render_all(&output.diagnostics, &output.sources)
}

#[test]
fn remainders_have_the_sign_of_the_dividend() {
    let globals = "int I, J; uint U; float F; float4 A; int2 I2; RWStructuredBuffer<int> B;";
    let body = "int n = 0; O[0] = I % J; O[1] = F % 2; O[2] = (A % A).x; O[3] = fmod(F, 3); \
        int k = I; k %= 5; O[4] = k; O[5] = (I2 % I).y; O[6] = U % 3; B[n++] %= 3; B[n] %= 3;";
    let (words, text) = module(globals, body);
    for (opcode, _) in instructions(&words) {
        assert!(opcode != OP_S_MOD && opcode != OP_F_MOD, "{text}");
    }
    // The place with a side effect is written once.
    assert!(text.contains("B[n++] %= 3;") && text.contains("B[n] = fx_remainder1("), "{text}");
    assert!(text.contains("U % 3") && text.contains("F % 2"), "{text}");
}

#[test]
fn constant_remainders_and_comparisons_are_right() {
    let constants = "static const float3 K = float3(0, 8, 0); static const float A = 7.5;";
    check_constant(constants, "11.5 + 7.5 % 2", 13.0);
    check_constant(constants, "(A % 2) * 16", 24.0);
    check_constant(constants, "100 + (float2(7.5, 3) % 2).x", 101.5);
    check_constant("", "4.0 * (any(float2(1, 0)) ? 3 : 7)", 12.0);
    check_constant(constants, "4.0 * (any(K) ? 3 : 7)", 12.0);
    check_constant(constants, "4.0 * (all(K == float3(0, 8, 0)) ? 3 : 7)", 12.0);
    check_constant(constants, "4.0 * ((K < 1).y ? 3 : 7)", 28.0);
    // Known only after functions are put in line; the optimiser computes it.
    let function = "int seven() { return -7; }";
    check_constant(function, "(float)(seven() % 3) * 64", -64.0);
}

#[test]
fn labels_of_a_switch_stay_constant() {
    let (_, text) = module("int I;", "switch (I) { case 7 % 4: O[0] = 1; break; }");
    assert!(text.contains("case 7 % 4:"), "{text}");
}

#[test]
fn an_effects_own_lerp_is_called() {
    let (_, text) = module(
        "matrix M, N; matrix lerp(matrix a, matrix b, float t) { return a; }",
        "O[0] = lerp(M, N, 0.5)[0][0];",
    );
    assert!(text.contains("O[0] = lerp(M, N, 0.5)[0][0];"), "{text}");
    let (_, text) = module("matrix M, N;", "O[0] = (lerp(M, N, 0.5) * N)[0][0];");
    assert!(text.contains("fx_multiply4x4(fx_lerp4x4_mms(M, N, 0.5), N)"), "{text}");
}

#[test]
fn a_matrix_and_a_vector_have_no_product_by_component() {
    for product in ["M * V", "V * M", "M / V"] {
        let text = message(&format!(
            "matrix M; float4 V; float4 PS() : SV_Target {{ return {product}; }}\ntechnique11 T {{ pass P {{ SetPixelShader(CompileShader(ps_5_0, PS())); }} }}"
        ));
        assert!(text.contains("a matrix and a vector have no product"), "{product}: {text}");
    }
}

#[test]
fn interfaces_without_end_are_refused() {
    let technique = "technique11 T { pass P { SetPixelShader(CompileShader(ps_5_0, PS())); } }";
    let text = message(&format!(
        "struct A {{ A a; }}; float4 PS(A a) : SV_Target {{ return 1; }}\n{technique}"
    ));
    assert!(text.contains("structures are nested more than 16 deep"), "{text}");
    let inputs: Vec<String> = (0..5000).map(|it| format!("float a{it} : T{it}")).collect();
    let text = message(&format!(
        "float4 PS({}) : SV_Target {{ return 1; }}\n{technique}",
        inputs.join(", ")
    ));
    assert!(text.contains("`PS` has more than 128 inputs or outputs"), "{text}");
}

#[test]
fn dimensions_of_buffers_are_hlsls() {
    let declarations = "struct A { float3 p; float s; bool b; float2 q[3]; };
        StructuredBuffer<A> S; StructuredBuffer<float3> V; ByteAddressBuffer R;";
    let (_, text) = module(
        declarations,
        "uint n, s; S.GetDimensions(n, s); O[0] = n * s; V.GetDimensions(n, s); O[1] = n * s; R.GetDimensions(n); O[2] = n;",
    );
    for expected in [
        "S.GetDimensions(n, s), s = 44;",
        "V.GetDimensions(n, s), s = 12;",
        "R.GetDimensions(n), n *= 4;",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn outputs_that_are_not_written_are_zero() {
    let text = "struct Out { float4 position : SV_Position; float3 tangent : TANGENT; };
        struct Nested { Out inner; };
        Out VS(float4 p : POSITION) { Out o; o.position = p; return o; }
        Nested VS2(float4 p : POSITION) { Nested o; o.inner.position = p; o.inner.tangent = 0; return o; }
        void VS3(float4 p : POSITION, out Out o, out float k : K) { o.position = p; }
        technique11 T
        {
            pass A { SetVertexShader(CompileShader(vs_5_0, VS())); }
            pass B { SetVertexShader(CompileShader(vs_5_0, VS2())); }
            pass C { SetVertexShader(CompileShader(vs_5_0, VS3())); }
        }";
    let output = compile_text(text, &row_packed());
    effect(&output);
    let texts: Vec<String> = output.lowered.iter().map(LoweredText::text).collect();
    assert!(texts[0].contains("Out o = (Out)0;"), "{}", texts[0]);
    assert!(texts[1].contains("Nested o = (Nested)0;"), "{}", texts[1]);
    assert!(texts[2].contains("o = (Out)0;") && texts[2].contains("k = (float)0;"), "{}", texts[2]);
}

#[test]
fn words_of_the_hlsl_compiler_are_names() {
    let text = "struct Out { float4 point : SV_Position; linear float4 line : LINE; };
        float4 triangle; cbuffer C { float centroid; };
        Out VS(float4 p : POSITION) { Out o; o.point = p; float linear = 2; o.line = linear * triangle + centroid; return o; }
        technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, VS())); } }";
    let output = compile_text(text, &row_packed());
    // The effect keeps the user's names.
    assert!(effect(&output).constant_buffer("C").unwrap().member("centroid").is_some());
    let lowered = output.lowered[0].text();
    assert!(lowered.contains("o.fx_line = fx_linear * fx_triangle + fx_centroid;"), "{lowered}");
    assert!(lowered.contains("float4 fx_line;"), "{lowered}");
}

/// The lowered text of the pixel shader `PS`, compiled as `ps_3_0`.
#[track_caller]
fn pixel_shader(declarations: &str, pixel_shader: &str, compile: &str) -> String {
    let text = format!(
        "{declarations}\n{pixel_shader}\ntechnique T {{ pass P {{ PixelShader = compile ps_3_0 {compile}; }} }}"
    );
    let output = compile_text(&text, &row_packed());
    effect(&output);
    output.lowered[0].text()
}

#[test]
fn samplers_read_the_element_of_an_array_that_they_name() {
    let samplers = "texture Ts[3]; sampler2D S = sampler_state { Texture = <Ts[1 + 1]>; };
        sampler2D Two[2] = { sampler_state { Texture = <Ts[1]>; }, sampler_state { Texture = <Ts[0]>; } };";
    let text = pixel_shader(
        samplers,
        "float4 PS(float2 t : TEXCOORD) : COLOR { return tex2D(S, t) + tex2D(Two[0], t) + tex2D(Two[1], t); }",
        "PS()",
    );
    for read in ["Ts[2].Sample(S, ", "Ts[1].Sample(Two[0], ", "Ts[0].Sample(Two[1], "] {
        assert!(text.contains(read), "{read}: {text}");
    }
    let wrong = |texture: &str| {
        message(&format!(
            "int i; texture T; texture Ts[3]; sampler2D S = sampler_state {{ Texture = <{texture}>; }};
             technique Q {{ pass P {{}} }}"
        ))
    };
    assert!(wrong("Ts[3]").contains("index 3 of `Ts` is out of range"), "{}", wrong("Ts[3]"));
    assert!(wrong("T[0]").contains("`T` takes 0 indices, not 1"), "{}", wrong("T[0]"));
    assert!(wrong("Ts[i]").contains("only known at run time"), "{}", wrong("Ts[i]"));
}

#[test]
fn samplers_are_followed_into_entry_points_and_methods() {
    let samplers = "texture T, U; sampler S = sampler_state { Texture = <T>; };
        sampler Two[2] = { sampler_state { Texture = <T>; }, sampler_state { Texture = <U>; } };";
    let bare = "float4 PS(float3 t : TEXCOORD, sampler s) : COLOR { return texCUBE(s, t); }";
    let text = pixel_shader(samplers, bare, "PS(S)");
    assert!(text.contains("TextureCube T;") && text.contains("T.Sample(S, "), "{text}");
    let text = pixel_shader(samplers, bare, "PS(Two[1])");
    assert!(text.contains("TextureCube U;") && text.contains("U.Sample(Two[1], "), "{text}");
    let methods = "interface IRead { float4 get(sampler s, float3 t); };
        class H : IRead { float k; float4 get(sampler s, float3 t) { return texCUBE(s, t) * k; }
            float4 twice(sampler s, float3 t) { return get(s, t) + get(s, -t); } float4 out_of(sampler s, float3 t); };
        class G : IRead { float k; float4 get(sampler s, float3 t) { return texCUBE(s, t) + k; } };
        float4 H::out_of(sampler s, float3 t) { return twice(s, t); }";
    let text = pixel_shader(
        &format!("{samplers}{methods}"),
        "float4 PS(float3 t : TEXCOORD) : COLOR { H h; h.k = 2; G g; g.k = 1; return h.get(S, t) + g.get(Two[1], t) + h.out_of(S, t); }",
        "PS()",
    );
    for read in ["T.Sample(S, ", "U.Sample(Two[1], "] {
        assert!(text.contains(read), "{read}: {text}");
    }
    assert!(!text.contains("sampler s"), "{text}");
}

#[test]
fn arguments_that_differ_make_two_shaders() {
    let text = "float4 PS(uniform float x) : SV_Target { return x; }
        technique11 T { pass A { SetPixelShader(CompileShader(ps_5_0, PS(pow(2, -1)))); }
            pass B { SetPixelShader(CompileShader(ps_5_0, PS(0))); }
            pass C { SetPixelShader(CompileShader(ps_5_0, PS(atan2(0, 1)))); } }";
    let output = compile_text(text, &row_packed());
    assert_eq!(effect(&output).shaders.len(), 2);
}
