//! Effects that nobody would write: whatever the text, there is a result and no panic.

use std::path::Path;
use std::time::{Duration, Instant};

use effectc::compile_with;
use effectc::preprocess::MemoryLoader;
use effectc::spirv::{HlslCompiler, HlslJob, HlslMessage, HlslResult, SpirvError};

use super::row_packed;

/// Answers every job with the same error, so that thousands of effects take seconds.
struct Refuses;

impl HlslCompiler for Refuses {
    fn compile(&self, job: &HlslJob<'_>) -> Result<HlslResult, SpirvError> {
        let message = HlslMessage {
            place: Some((job.name.to_owned(), 3)),
            warning: false,
            token: "x".to_owned(),
            text: "refused".to_owned(),
        };
        Ok(HlslResult { words: None, messages: vec![message] })
    }
}

/// Knuth's linear congruential generator: the same numbers every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Words, numbers and single signs, with the blanks before them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in text.chars() {
        let is_word = letter.is_alphanumeric() || letter == '_' || letter == '.';
        match tokens.last_mut() {
            Some(last) if (in_word && is_word) || last.trim().is_empty() => last.push(letter),
            _ => tokens.push(letter.to_string()),
        }
        in_word = is_word;
    }
    tokens
}

fn samples() -> Vec<(String, Vec<u8>)> {
    let mut samples: Vec<_> = ["tests/ok", "tests/err", "../fuzz/seeds", "../tests/truth"]
        .iter()
        .flat_map(|it| std::fs::read_dir(it).unwrap())
        .map(|it| it.unwrap().path())
        .map(|it| {
            (it.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&it).unwrap())
        })
        .collect();
    samples.sort();
    samples
}

#[test]
fn mutations_of_the_samples_never_panic() {
    let samples = samples();
    let effects: Vec<&(String, Vec<u8>)> =
        samples.iter().filter(|(name, _)| name.ends_with(".fx")).collect();
    let pool: Vec<String> =
        effects.iter().flat_map(|(_, it)| tokens(&String::from_utf8_lossy(it))).collect();
    let mut numbers = Numbers(7);
    let mut rendered_bytes = 0;
    for round in 0..2_000 {
        let (_, content) = effects[round % effects.len()];
        let mut text = tokens(&String::from_utf8_lossy(content));
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(text.len());
            match numbers.below(4) {
                0 => drop(text.remove(at)),
                1 => text[at] = pool[numbers.below(pool.len())].clone(),
                2 => text.insert(at, pool[numbers.below(pool.len())].clone()),
                _ => {
                    let other = numbers.below(text.len());
                    text.swap(at, other);
                }
            }
        }
        let text: String = text.concat();
        let mut files: Vec<(String, Vec<u8>)> =
            samples.iter().filter(|(name, _)| name.ends_with(".fxh")).cloned().collect();
        files.push(("mutant.fx".to_owned(), text.into_bytes()));
        let loader = MemoryLoader::new(files);
        let output = compile_with(Path::new("mutant.fx"), &row_packed(), &loader, &Refuses);
        let messages = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
        rendered_bytes += messages.len();
    }
    assert!(rendered_bytes > 0);
}

/// Far more than any of these needs; what looks at each beside each other one takes minutes.
const TIME_LIMIT: Duration = Duration::from_secs(20);

#[test]
fn a_hundred_thousand_of_one_thing_take_no_more_than_their_number() {
    let many = |piece: &dyn Fn(usize) -> String| (0..100_000).map(piece).collect::<String>();
    let vertex_shader = "float4 V() : SV_Position { return 0; }\n";
    for (what, text) in [
        ("passes", format!("technique T {{ {} }}", many(&|it| format!("pass P{it} {{}}\n")))),
        ("techniques", many(&|it| format!("technique T{it} {{ pass {{}} }}\n"))),
        ("globals", many(&|it| format!("float g{it} = {it};\n"))),
        ("textures", many(&|it| format!("Texture2D t{it};\n"))),
        ("functions", many(&|it| format!("float f{it}() {{ return {it}; }}\n"))),
        ("structures", many(&|it| format!("struct S{it} {{ float a; }};\n"))),
        ("macros", many(&|it| format!("#define M{it} {it}\n"))),
        (
            "statements",
            format!("void F() {{ float a = 0; {} }}", many(&|_| "a += 1;\n".to_owned())),
        ),
        (
            "globals that a shader may read",
            format!(
                "{} float4 V() : SV_Position {{ return g0; }} {}",
                (0..16_000).map(|it| format!("float g{it};\n")).collect::<String>(),
                "technique T { pass { SetVertexShader(CompileShader(vs_5_0, V())); } }"
            ),
        ),
        ("buffer members", format!("cbuffer C {{ {} }}", many(&|it| format!("float g{it};\n")))),
        (
            "passes with a shader",
            format!(
                "{vertex_shader} technique T {{ {} }}",
                many(&|it| format!(
                    "pass P{it} {{ SetVertexShader(CompileShader(vs_5_0, V())); }}\n"
                ))
            ),
        ),
    ] {
        let start = Instant::now();
        let loader = MemoryLoader::new([("a.fx", text.into_bytes())]);
        let output = compile_with(Path::new("a.fx"), &row_packed(), &loader, &Refuses);
        let shown = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
        let took = start.elapsed();
        assert!(took < TIME_LIMIT, "{what} took {took:?}");
        let is_expected = output.effect.is_some() || shown.contains("error");
        assert!(is_expected, "{what}: {}", &shown[..shown.len().min(2000)]);
        println!("{what}: {took:?}, {} bytes of messages", shown.len());
    }
}

/// What each of these may take: they took from twenty seconds to for ever.
const BOMB_LIMIT: Duration = TIME_LIMIT;

#[test]
fn small_texts_ask_for_no_large_work() {
    let lines =
        |count: usize, line: &dyn Fn(usize) -> String| (1..count).map(line).collect::<String>();
    let long = "a".repeat(100_000);
    let technique = "technique T { pass P { SetPixelShader(NULL); } }";
    let doubled = lines(40, &|it| format!("struct S{it} {{ S{0} a; S{0} b; }};\n", it - 1));
    let chain = lines(4000, &|it| {
        format!("float4 f{it}(sampler2D s, float2 t) {{ return f{}(s, t); }}\n", it - 1)
    });
    for (what, text, expected) in [
        (
            "constants",
            format!(
                "static const float a0 = 1;\n{}float x = a40; {technique}",
                lines(41, &|it| format!("static const float a{it} = a{0} + a{0};\n", it - 1))
            ),
            None,
        ),
        (
            "structures",
            format!("struct S0 {{ float a; float b; }};\n{doubled}S39 x; {technique}"),
            Some("more than 16384 members"),
        ),
        (
            "structures the other way round",
            format!(
                "{}struct S40 {{ float a; }}; cbuffer C {{ S1 x; }}; {technique}",
                lines(40, &|it| format!("struct S{it} {{ S{0} a; S{0} b; }};\n", it + 1))
            ),
            Some("more than 16384 members"),
        ),
        (
            "structures of locals",
            format!(
                "struct S0 {{ float a; float b; }};\n{doubled}float4 VS() : SV_Position {{ S39 x; return 0; }}
                 technique T {{ pass P {{ SetVertexShader(CompileShader(vs_5_0, VS())); }} }}"
            ),
            Some("more than 16384 members"),
        ),
        (
            "state blocks",
            format!(
                "stateblock B0 = stateblock_state {{ ZEnable = true; }};\n{} technique T {{ pass P {{ StateBlock = (B7); }} }}",
                lines(8, &|it| format!(
                    "stateblock B{it} = stateblock_state {{ {} }};\n",
                    format!("StateBlock = (B{}); ", it - 1).repeat(50)
                ))
            ),
            Some("more than 4096 states"),
        ),
        ("states", format!("RasterizerState R[16777216]; {technique}"), Some("at most 4096")),
        ("samplers", format!("SamplerState R[16777216]; {technique}"), Some("at most 4096")),
        (
            "long names",
            format!(
                "void {long}() {{}} technique T {{ pass P {{ SetVertexShader(CompileShader(vs_5_0, {long}b())); }} }}"
            ),
            Some("there is no function"),
        ),
        (
            "wrong names",
            format!(
                "{} technique T {{ pass P {{ {} }} }}",
                lines(2000, &|it| format!("void a_function_that_is_there_{it}() {{}}\n")),
                lines(2000, &|it| format!(
                    "SetVertexShader(CompileShader(vs_5_0, a_function_that_was_there_{it}()));\n"
                ))
            ),
            Some("stopped after 100 errors"),
        ),
        (
            "textures and samplers",
            format!(
                "{} {technique}",
                lines(4000, &|it| format!(
                    "texture T{it}; sampler S{it} = sampler_state {{ Texture = <T{it}>; }};\n"
                ))
            ),
            None,
        ),
        (
            "a chain of functions",
            format!(
                "texture T; sampler2D S = sampler_state {{ Texture = <T>; }};
                 float4 f0(sampler2D s, float2 t) {{ return tex2D(s, t); }}\n{chain} {technique}"
            ),
            None,
        ),
    ] {
        let start = Instant::now();
        let loader = MemoryLoader::new([("a.fx", text.into_bytes())]);
        let output = compile_with(Path::new("a.fx"), &row_packed(), &loader, &Refuses);
        let shown = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
        let took = start.elapsed();
        match expected {
            Some(expected) => assert!(shown.contains(expected), "{what}: {shown}"),
            None => assert!(output.effect.is_some(), "{what}: {shown}"),
        }
        assert!(took < BOMB_LIMIT, "{what} took {took:?}");
        println!("{what}: {took:?}");
    }
}

#[test]
fn what_stands_in_itself_takes_no_more_than_its_depth() {
    let in_itself = |depth: usize, start: &str, around: &dyn Fn(&str) -> String| {
        (0..depth).fold(start.to_owned(), |inner, _| around(&inner))
    };
    let compute = |declarations: &str, body: &str| {
        format!(
            "RWStructuredBuffer<float4> O; float U;\n{declarations}\n[numthreads(1, 1, 1)] void CS() {{ {body} }}\n\
             technique11 T {{ pass P {{ SetComputeShader(CompileShader(cs_5_0, CS())); }} }}"
        )
    };
    let swizzles = in_itself(40, "M", &|it| format!("f({it}._11_22_33_44)"));
    let indices = in_itself(40, "U", &|it| format!("T[(int)({it})][uint2(0, 0)].x"));
    let chain: String = (1..4000)
        .map(|it| format!("float4 f{it}(Texture2D t) {{ return f{}(t); }}\n", it - 1))
        .collect();
    let orders = "f(b, a, c, d, e, g, h, i) + f(b, c, d, e, g, h, i, a)";
    let orders = format!(
        "{} float4 f({}) {{ return {orders}; }}",
        (0..8).map(|it| format!("Texture2D T{it};")).collect::<String>(),
        ["a", "b", "c", "d", "e", "g", "h", "i"].map(|it| format!("Texture2D {it}")).join(", ")
    );
    let pixel = "float4 PS(E e[2000000000] : TEXCOORD) : SV_Target { return 1; }";
    for (what, text) in [
        (
            "swizzles of matrices",
            compute(
                "float4x4 M; float4x4 f(float4 v) { return float4x4(v, v, v, v); }",
                &format!("O[0] = {swizzles}[0];"),
            ),
        ),
        ("indices of textures", compute("Texture2D T[2];", &format!("O[0] = {indices};"))),
        (
            "a chain of functions",
            compute(
                &format!(
                    "Texture2D A; float4 f0(Texture2D t) {{ return t[uint2(0, 0)]; }}\n{chain}"
                ),
                "O[0] = f3999(A);",
            ),
        ),
        ("textures in all orders", compute(&orders, "O[0] = f(T0, T1, T2, T3, T4, T5, T6, T7);")),
        (
            "default values",
            compute(
                &(1..60).fold("float f0(float a = U) { return a; }".to_owned(), |text, it| {
                    let before = it - 1;
                    format!(
                        "{text}\nfloat f{it}(float a = f{before}() + f{before}()) {{ return a; }}"
                    )
                }),
                "O[0] = f59();",
            ),
        ),
        (
            "an array of nothing",
            format!(
                "struct E {{ }}; {pixel} technique11 T {{ pass P {{ SetPixelShader(CompileShader(ps_5_0, PS())); }} }}"
            ),
        ),
    ] {
        let start = Instant::now();
        let loader = MemoryLoader::new([("a.fx", text.into_bytes())]);
        let output = compile_with(Path::new("a.fx"), &row_packed(), &loader, &Refuses);
        let took = start.elapsed();
        assert!(took < TIME_LIMIT, "{what} took {took:?}");
        assert!(output.has_errors(), "{what}");
    }
}

#[test]
fn many_shaders_of_one_function_take_no_more_than_their_number() {
    let passes: String = (0..1000)
        .map(|it| format!("pass {{ SetPixelShader(CompileShader(ps_5_0, PS({it}))); }}\n"))
        .collect();
    let text = format!(
        "float4 PS(uniform int n) : SV_Target {{ return n; }} technique11 T {{ {passes} }}"
    );
    let start = Instant::now();
    let loader = MemoryLoader::new([("a.fx", text.into_bytes())]);
    let output = compile_with(Path::new("a.fx"), &row_packed(), &loader, &Refuses);
    let took = start.elapsed();
    assert!(took < TIME_LIMIT, "{took:?}");
    assert!(output.has_errors());
}
