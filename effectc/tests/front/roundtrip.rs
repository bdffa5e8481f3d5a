//! What the printer prints parses to an equal tree.

use std::path::Path;

use effectc::ast::Effect;
use effectc::diagnostic::{has_errors, render_all};
use effectc::preprocess::PreprocessOptions;
use effectc::print::{Dialect, PrintOptions, Printer, structure};
use effectc::source::SourceMap;

use super::{SAMPLES, assert_clean, disk, parse_clean, parse_text, parse_with, samples_dir};

fn print(sources: &SourceMap, effect: &Effect, line_directives: bool) -> String {
    let mut printer =
        Printer::new(sources, PrintOptions { line_directives, dialect: Dialect::Effect });
    printer.effect(effect);
    printer.finish()
}

/// Prints an effect without `#line`.
pub(super) fn printed(sources: &SourceMap, effect: &Effect) -> String {
    print(sources, effect, false)
}

#[track_caller]
pub(super) fn assert_roundtrip(name: &str, sources: &SourceMap, effect: &Effect) {
    for line_directives in [false, true] {
        let text = print(sources, effect, line_directives);
        let (again_sources, again) = parse_text(&text);
        assert!(
            !has_errors(&again.diagnostics),
            "{name}, printed:\n{text}\n{}",
            render_all(&again.diagnostics, &again_sources)
        );
        let (before, after) = (structure(effect), structure(&again.effect));
        let differs = before.chars().zip(after.chars()).take_while(|(a, b)| a == b).count();
        let part = |text: &str| -> String {
            text.chars().skip(differs.saturating_sub(200)).take(400).collect()
        };
        assert!(
            before == after,
            "{name}: trees differ\n{}\n-----\n{}\n-----\n{text}",
            part(&before),
            part(&after)
        );
    }
}

#[test]
fn samples_parse_clean_and_print_to_equal_trees() {
    for name in SAMPLES {
        let (sources, parsed) =
            parse_with(&disk(), &PreprocessOptions::default(), &samples_dir().join(name));
        assert_clean(&sources, &parsed.diagnostics);
        assert!(parsed.effect.items.len() > 5, "{name}");
        assert_roundtrip(name, &sources, &parsed.effect);
    }
}

#[test]
fn parentheses_come_back_where_they_matter() {
    for expr in [
        "(a + b) * c",
        "a - (b - c)",
        "-(-a)",
        "- --a",
        "+ ++a",
        "(a, b)",
        "f((a, b), c)",
        "(a = b) + c",
        "a ? b : c ? d : e",
        "(a ? b : c) ? d : e",
        "(a ? b : c) = d",
        "a ? b : c = d",
        "a = b = c",
        "a ? (b, c) : d",
        "((float3x3)m)[0]",
        "(float3x3)m[0]",
        "(float3)-a.x",
        "(int)(a + b)",
        "(float)++a",
        "(1).xxxx + 1.xxx + 1.0.xx",
        "!(a && b) || c",
        "(a | b) & c ^ d",
        "a << (b << c)",
        "a++ + ++b",
        "(a++).x",
        "(-a).x",
        "float4(a, (b, c).x, 0, 1).wzyx[2]",
        "a[b, c]",
        "vector<float, 2>(a, b)",
        "(unsigned int)a",
        "(Unknown)a + (Other)(a)",
    ] {
        let text = format!("void f() {{ x = {expr}; }}");
        let (sources, effect) = parse_clean(&text);
        assert_roundtrip(expr, &sources, &effect);
    }
}

#[test]
fn precedence_is_that_of_c() {
    let check = |flat: &str, grouped: &str| {
        let tree = |expr: &str| structure(&parse_clean(&format!("void f() {{ x = {expr}; }}")).1);
        assert_eq!(tree(flat), tree(grouped), "{flat}");
        assert_ne!(tree(flat), tree("a"), "{flat}");
    };
    check("a + b * c", "a + (b * c)");
    check("a - b - c", "(a - b) - c");
    check("a || b && c", "a || (b && c)");
    check("a && b | c", "a && (b | c)");
    check("a | b ^ c", "a | (b ^ c)");
    check("a ^ b & c", "a ^ (b & c)");
    check("a & b == c", "a & (b == c)");
    check("a == b < c", "a == (b < c)");
    check("a < b << c", "a < (b << c)");
    check("a << b + c", "a << (b + c)");
    check("-a * b", "(-a) * b");
    check("-a.x", "-(a.x)");
    check("(float)a * b", "((float)a) * b");
    check("(float)a.x", "(float)(a.x)");
    check("a ? b : c ? d : e", "a ? b : (c ? d : e)");
    check("a += b = c", "a += (b = c)");
}

#[test]
fn names_of_types_decide_what_is_a_cast() {
    let kind = |text: &str| structure(&parse_clean(text).1);
    assert!(kind("struct S { int i; }; void f() { x = (S)-1; }").contains("Cast("));
    assert!(kind("int S; void f() { x = (S)-1; }").contains("Sub"));
    assert!(kind("typedef float4 C; void f() { x = C(1, 2, 3, 4); }").contains("Construct("));
    assert!(kind("float4 C(float a) { return a; } void f() { x = C(1); }").contains("Call("));
    // A scope's types end with it.
    assert!(
        kind("void g() { struct S { int i; }; } void f() { int S; x = (S)-1; }").contains("Sub")
    );
}

#[test]
fn effect_words_are_names_elsewhere() {
    parse_clean(
        "float technique11, pass, compile, RasterizerStat; float4 Technique(float4 pass) { float fxgroup = pass.x; \
         float4 cbuffer = pass, point = cbuffer, linear = point, sample = linear; linear = sample; \
         texture.x = 1; return technique11 * pass + fxgroup * line; }",
    );
}

#[test]
fn aliases_of_types_are_one_type() {
    let (_, effect) = parse_clean(
        "Matrix a; matrix b; float4x4 c; matrix<float, 4, 4> d; Vector e; unsigned int f; dword g; DWORD h; TEXTURE2D i;",
    );
    let text = {
        let sources = SourceMap::new();
        print(&sources, &effect, false)
    };
    assert_eq!(
        text,
        "float4x4 a;\nfloat4x4 b;\nfloat4x4 c;\nfloat4x4 d;\nfloat4 e;\nuint f;\nuint g;\nuint h;\nTexture2D i;\n"
    );
}

#[test]
fn line_directives_lead_back_to_the_users_lines() {
    let text =
        "\n\nfloat a;\n\n\nfloat4 f(float x,\n\n  float y)\n{\n\n    return a\n        + x;\n}\n";
    let (sources, effect) = parse_clean(text);
    let printed = print(&sources, &effect, true);
    insta::assert_snapshot!(printed, @r##"
    #line 3 "a.fx"
    float a;
    #line 6 "a.fx"
    float4 f(float x,
    #line 8 "a.fx"
    	 float y)  {
    #line 11 "a.fx"
        return a +
    	 x;
    }
    "##);
}

#[test]
fn printing_for_shaders_leaves_effect_syntax_out() {
    let (sources, effect) = parse_clean(
        "float x < float m = 0; > = 1; SamplerState S { Filter = POINT; }; technique11 T { pass P { } }",
    );
    let options = PrintOptions { line_directives: false, dialect: Dialect::Shader };
    let mut printer = Printer::new(&sources, options);
    printer.effect(&effect);
    assert_eq!(printer.finish(), "float x = 1;\nSamplerState S;\n");
}

/// The reproducers lie outside the repository: `SINEW_FX_REPRO` names their folder.
#[test]
fn reproducers_parse_and_print_to_equal_trees() {
    let Some(folder) = std::env::var_os("SINEW_FX_REPRO") else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "hlsl") {
            continue;
        }
        count += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (sources, parsed) =
            parse_with(&disk(), &PreprocessOptions::default(), Path::new(&path));
        let rendered = render_all(&parsed.diagnostics, &sources);
        assert!(!has_errors(&parsed.diagnostics), "{name}\n{rendered}");
        assert_roundtrip(&name, &sources, &parsed.effect);
    }
    assert!(count > 80, "only {count} reproducers");
}
