//! Includes, macros and conditions.

use std::path::Path;

use effectc::ast::Item;
use effectc::diagnostic::render_all;
use effectc::preprocess::PreprocessOptions;

use super::roundtrip::printed;
use super::{assert_clean, disk, messages, parse_clean, parse_files, parse_text, parse_with};

/// Checks what is left of a text, printed.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (sources, effect) = parse_clean(text);
    assert_eq!(printed(&sources, &effect), expected);
}

/// Checks the value of a variable after preprocessing, printed.
#[track_caller]
fn check_value(definitions: &str, value: &str, expected: &str) {
    check(&format!("{definitions}\nfloat x = {value};"), &format!("float x = {expected};\n"));
}

#[test]
fn macros_are_those_of_c() {
    check_value("#define A 1 + 2", "A * A", "1 + 2 * 1 + 2");
    check_value("#define F(x, y) (x * y)", "F((1, 2), g(3, 4))", "(1, 2) * g(3, 4)");
    check_value("#define F() 7", "F() + F( )", "7 + 7");
    check_value("#define F(x) x", "F(F)(2) + F", "F(2) + F");
    check_value("#define F(x) x\n#define G F", "G(3) + F\n(4)", "3 + 4");
    check_value("#define LPAREN (\n#define F(x) x\n#define G F LPAREN 3)", "G", "F(3)");
    check_value(
        "#define CAT(a, b) a##b",
        "CAT(v, 1) + CAT(, 2) + CAT(3, ) + CAT(1, 2)",
        "v1 + 2 + 3 + 12",
    );
    check_value("#define T(a, b, c) a##b##c", "T(x, , y) + T(a, b, c)", "xy + abc");
    check_value("#define A 1\n#undef A", "A", "A");
    check_value("#define f(a) a*g\n#define g(a) f(a)", "f(2)(9)", "2 * 9 * g");
    check_value("#define A\\\n 1 \\\r\n + 2", "A", "1 + 2");
    check_value("#define A 1 // not this\n#define B /* nor\n this */ 2", "A + B", "1 + 2");
    check_value("#define A(x)x\n#define B (x)", "A(1) + B", "1 + x");
    check_value("# define A 1\n  #\n#\tdefine B A", "B", "1");
    check_value("#define A 1\n#define A 1", "A", "1");
}

/// DXC calls this fxc's behaviour (`-flegacy-macro-expansion`).
#[test]
fn what_is_joined_is_expanded_first() {
    check_value(
        "#define XCAT(a, b) CAT(a, b)\n#define CAT(a, b) a##b\n#define N 4\n#define E",
        "XCAT(v, N) + CAT(v, N) + CAT(CAT(v, N), N) + CAT(E, N) + CAT(v, E)",
        "v4 + v4 + v44 + 4 + v",
    );
}

/// fxc lets directives stand between arguments; the call is expanded when it is complete.
#[test]
fn directives_may_stand_in_calls() {
    check_value(
        "#define F(a, b) a + b + N\n#define N 1",
        "N + F(\n#if N == 1\n2\n#else\nno\n#endif\n#undef N\n#define N 5\n, (3)) + N",
        "1 + 2 + 3 + 5 + 5",
    );
}

/// fxc writes the texts side by side.
#[test]
fn what_is_joined_may_stay_several_tokens() {
    check_value(
        "#define GET(name) input.##name\n#define AT(a, i) a##[i]\n#define MINUS(a) -##a",
        "GET(p) + AT(v, 2) + MINUS(3)",
        "input.p + v[2] + -3",
    );
}

#[test]
fn lines_are_joined_only_where_the_break_follows_at_once() {
    check("int a; // joined \\\nint b;\nint c;", "int a;\nint c;\n");
    check("int a; // a blank follows \\ \nint b;", "int a;\nint b;\n");
    let text = messages("#define A 1 \\ \nfloat x = A;");
    assert!(text.contains("`\\\\` begins no token") && text.contains("without a blank"), "{text}");
}

#[test]
fn a_line_break_in_an_argument_is_a_blank_to_a_string() {
    check(
        "#define S(x) #x\nstring a = S(a\nb), c = S(a b), d = S(a\n  /* */ + b), e = S(\na);",
        "string a = \"a b\";\nstring c = \"a b\";\nstring d = \"a + b\";\nstring e = \"a\";\n",
    );
}

#[test]
fn conditions_may_get_defined_from_macros() {
    let holds = |condition: &str| {
        let definitions = "#define X 1\n#define HAS defined(X)\n#define HAS_NOT !defined Y\n#define OF(x) defined(x)\n";
        let text = format!("{definitions}#if {condition}\nint yes;\n#else\nint no;\n#endif");
        let (sources, effect) = parse_clean(&text);
        printed(&sources, &effect) == "int yes;\n"
    };
    assert!(holds("HAS"));
    assert!(holds("HAS && HAS_NOT"));
    assert!(holds("OF(Z) || HAS"));
    assert!(!holds("OF(Z)"));
    assert!(!holds("!HAS"));
    let text = messages("#define BAD defined\n#if BAD\n#endif");
    assert!(text.contains("`defined` needs the name of a macro"), "{text}");
}

#[test]
fn the_example_of_the_c_standard_comes_out_as_it_says() {
    // ISO C, 6.10.3.5, example 3, with the brackets that are no HLSL left out.
    check(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
         #define t(a) a\nfloat v = f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
        "float v = f(2 * (y + 1)) + f(2 * f(2 * z[0])) % f(2 * 0) + t(1);\n",
    );
}

#[test]
fn arguments_become_strings() {
    let definitions = "#define S(x) #x\n#define XS(x) S(x)\n#define N 4";
    for (value, expected) in [
        ("S(a  +\tb)", r#""a + b""#),
        ("S( N )", r#""N""#),
        ("XS(N)", r#""4""#),
        (r#"S("a\n" 1)"#, r#""\"a\\n\" 1""#),
        ("S()", r#""""#),
    ] {
        check(&format!("{definitions}\nstring x = {value};"), &format!("string x = {expected};\n"));
    }
}

#[test]
fn conditions_choose() {
    for (condition, holds) in [
        ("1", true),
        ("0", false),
        ("UNKNOWN", false),
        ("defined A && !defined(B)", true),
        ("A == 2 && A != 3", true),
        ("(1 + 2) * 3 == 9 && 7 % 4 == 3 && 8 / 2 == 4", true),
        ("1 << 4 == 16 && 256 >> 4 == 16", true),
        ("(5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6 && ~0 == -1", true),
        ("0 ? 1 / 0 : 1", true),
        ("0 && 1 / 0", false),
        ("1 || 1 / 0", true),
        ("1 ? 0 : 1", false),
        ("0x10 == 16 && 010 == 8 && 3u == 3 && 'A' == 65", true),
        ("F(2) == 4", true),
        ("1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2", true),
        ("1 - 2 - 3 == -4", true),
        ("true", true),
    ] {
        let text = format!(
            "#define A 2\n#define F(x) (x * 2)\n#if {condition}\nint yes;\n#else\nint no;\n#endif\n"
        );
        let expected = if holds { "int yes;\n" } else { "int no;\n" };
        let (sources, effect) = parse_clean(&text);
        assert_eq!(printed(&sources, &effect), expected, "{condition}");
    }
}

#[test]
fn branches_exclude_each_other_and_nest() {
    check("#if 0\n#elif 1\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif", "int a;\n");
    check("#ifdef X\n#if 1\nint a;\n#else\nint b;\n#endif\n#else\nint c;\n#endif", "int c;\n");
    check("#ifndef X\n#define X\n#endif\n#ifdef X\nint a;\n#endif", "int a;\n");
    // What is left out need not make sense, but comments in it are comments.
    check(
        "#if 0\n#if\n#elif +\n#endif\ndon't \"do @ this \u{A7}\n/* #endif */\n#endif\nint a;",
        "int a;\n",
    );
    // An `#elif` after the branch that held is not evaluated.
    check("#if 1\nint a;\n#elif 1 / 0\n#endif", "int a;\n");
}

#[test]
fn lines_and_files_have_names() {
    check(
        "int a = __LINE__;\n\nint b = __LINE__;\nstring f = __FILE__;",
        "int a = 1;\nint b = 3;\nstring f = \"a.fx\";\n",
    );
    check(
        "#line 100 \"other name.fx\"\nint a = __LINE__; string f = __FILE__;",
        "int a = 100;\nstring f = \"other name.fx\";\n",
    );
    // Carets stay in the user's own file.
    assert!(messages("#line 100 \"b.fx\"\nfloat = 1;").contains("--> a.fx:2:7"));
}

#[test]
fn includes_are_sought_beside_the_file_and_then_in_order() {
    let options = PreprocessOptions {
        include_dirs: vec!["first".into(), "second".into()],
        ..Default::default()
    };
    let files: [(&str, &[u8]); 8] = [
        ("dir/a.fx", b"#include \"b name.fxh\"\n#include <c.fxh>\n#include \"sub\\d.fxh\"\n#define E <e.fxh>\n#include E\n"),
        ("dir/b name.fxh", b"int beside;"),
        ("first/b name.fxh", b"int wrong;"),
        ("first/c.fxh", b"int first;"),
        ("second/c.fxh", b"int wrong;"),
        ("dir/sub/d.fxh", b"#include \"../f.fxh\"\nint sub;"),
        ("second/e.fxh", b"int second;"),
        ("dir/f.fxh", b"int up;"),
    ];
    let (sources, parsed) = parse_files(&files, &options);
    assert_clean(&sources, &parsed.diagnostics);
    let text = printed(&sources, &parsed.effect);
    assert_eq!(text, "int beside;\nint first;\nint up;\nint sub;\nint second;\n");
    let read: Vec<String> =
        parsed.dependencies.iter().map(|path| path.display().to_string()).collect();
    assert_eq!(
        read,
        [
            "dir/a.fx",
            "dir/b name.fxh",
            "first/c.fxh",
            "dir/sub/d.fxh",
            "dir/sub/../f.fxh",
            "second/e.fxh"
        ]
    );
}

#[test]
fn guards_and_once_keep_files_from_coming_twice() {
    let files: [(&str, &[u8]); 4] = [
        ("a.fx", b"#include \"b.fxh\"\n#include \"c.fxh\"\n#include \"b.fxh\"\n#include \"d.fxh\"\n#include \"./d.fxh\"\n"),
        ("b.fxh", b"#ifndef B\n#define B\n#include \"c.fxh\"\nint b;\n#endif\n"),
        ("c.fxh", b"#pragma once\n#include \"b.fxh\"\nint c;\n"),
        ("d.fxh", b"int d;\n"),
    ];
    let (sources, parsed) = parse_files(&files, &PreprocessOptions::default());
    assert_clean(&sources, &parsed.diagnostics);
    assert_eq!(printed(&sources, &parsed.effect), "int c;\nint b;\nint d;\nint d;\n");
}

#[test]
fn names_of_include_files_ignore_case_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("Shaders")).unwrap();
    std::fs::write(folder.path().join("Shaders/00. Global.fx"), "int global;").unwrap();
    std::fs::write(folder.path().join("a.fx"), "#include \"shaders\\00. GLOBAL.FX\"\n").unwrap();
    let (sources, parsed) =
        parse_with(&disk(), &PreprocessOptions::default(), &folder.path().join("a.fx"));
    assert_clean(&sources, &parsed.diagnostics);
    assert_eq!(printed(&sources, &parsed.effect), "int global;\n");
}

#[test]
fn encodings_of_every_kind_are_read() {
    let text = "float a; // \u{D55C}\u{AE00}\r\n\tfloat b;\r\n";
    let utf16 = |order: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        mark.into_iter().chain(text.encode_utf16().flat_map(order)).collect::<Vec<u8>>()
    };
    let with_mark = [b"\xEF\xBB\xBF".as_slice(), text.as_bytes()].concat();
    let cp949 = b"float a; // \xC7\xD1\xB1\xDB\r\n\tfloat b;\r\n".to_vec();
    for bytes in [
        text.as_bytes().to_vec(),
        with_mark,
        utf16(u16::to_le_bytes, [0xFF, 0xFE]),
        utf16(u16::to_be_bytes, [0xFE, 0xFF]),
        cp949,
    ] {
        let (sources, parsed) = parse_files(&[("a.fx", &bytes)], &PreprocessOptions::default());
        assert_clean(&sources, &parsed.diagnostics);
        assert_eq!(printed(&sources, &parsed.effect), "float a;\nfloat b;\n");
        let Item::Variable(b) = &parsed.effect.items[1] else { panic!("not a variable") };
        let place = sources.location(b.name.span);
        assert_eq!((place.line, place.column), (2, 8));
        assert_eq!(sources.text(b.name.span), "b");
    }
}

#[test]
fn a_half_utf16_file_is_refused() {
    let (sources, parsed) = parse_files(&[("a.fx", b"\xFF\xFEa")], &PreprocessOptions::default());
    assert_eq!(
        render_all(&parsed.diagnostics, &sources),
        "error: a.fx begins like UTF-16 but is not UTF-16 at byte 2\n\n"
    );
}

#[test]
fn carets_count_columns_after_tabs_and_wide_letters() {
    let (sources, parsed) = parse_text("\t/* \u{D55C}\u{AE00} */ float = 1;\n");
    insta::assert_snapshot!(render_all(&parsed.diagnostics, &sources), @r"
    error: expected a name after the type, found `=`
      --> a.fx:1:17
      |
    1 |     /* 한글 */ float = 1;
      |                      ^
    ");
}

#[test]
fn notes_lead_through_macros_to_their_definitions() {
    let text =
        "#define INNER(x) x +\n#define OUTER(x) (INNER(x))\nfloat f() { return OUTER(1); }\n";
    insta::assert_snapshot!(messages(text), @r"
    error: expected an expression, found `)`
      --> a.fx:3:20
      |
    3 | float f() { return OUTER(1); }
      |                    ^^^^^

    note: in this macro: `OUTER`
      --> a.fx:2:27
      |
    2 | #define OUTER(x) (INNER(x))
      |                           ^
    ");
    let text =
        "#define INNER(x) x +;\n#define OUTER(x) (INNER(x))\nfloat f() { return OUTER(1); }\n";
    insta::assert_snapshot!(messages(text), @r"
    error: expected an expression, found `;`
      --> a.fx:3:20
      |
    3 | float f() { return OUTER(1); }
      |                    ^^^^^

    note: in this macro: `INNER`
      --> a.fx:1:21
      |
    1 | #define INNER(x) x +;
      |                     ^

    note: in this macro: `OUTER`
      --> a.fx:2:19
      |
    2 | #define OUTER(x) (INNER(x))
      |                   ^^^^^
    ");
}

#[test]
fn arguments_of_macros_keep_their_own_places() {
    let (sources, effect) = parse_clean("#define DECLARE(name) float name;\nDECLARE(  wanted)\n");
    let Item::Variable(variable) = &effect.items[0] else { panic!("not a variable") };
    assert_eq!(sources.location(variable.name.span).column, 11);
    assert_eq!(sources.location(variable.span).column, 1);
    assert_eq!(sources.text(variable.ty.span), "DECLARE");
}

#[test]
fn pack_matrix_stands_where_it_stood() {
    check(
        "float a;\n#pragma pack_matrix(row_major)\nfloat b; struct S { float3x3 b;\n#pragma pack_matrix(column_major)\nfloat3x3 c; row_major float3x3 d; float e; };",
        "float a;\n#pragma pack_matrix(row_major)\nfloat b;\nstruct S\n{\n    float3x3 b;\n    column_major float3x3 c;\n    row_major float3x3 d;\n    float e;\n};\n#pragma pack_matrix(column_major)\n",
    );
}

#[test]
fn a_pragma_that_is_not_known_is_a_warning() {
    let (sources, parsed) = parse_text("#pragma warning(disable: 3206)\n#pragma fancy\nfloat a;");
    assert_eq!(parsed.diagnostics.len(), 1);
    assert!(!parsed.diagnostics[0].is_error());
    assert!(
        render_all(&parsed.diagnostics, &sources)
            .starts_with("warning: `#pragma fancy` is not known\n")
    );
    assert_eq!(parsed.effect.items.len(), 1);
}

#[test]
fn parsing_does_not_follow_a_missing_include() {
    let (_, parsed) = parse_text("#include \"macros.fxh\"\ntechnique11 T { PASS_VP(P0, VS, PS) }");
    assert_eq!(parsed.diagnostics.len(), 1);
    assert!(parsed.effect.items.is_empty());
    assert_eq!(parsed.dependencies, [Path::new("a.fx")]);
}

#[test]
fn includes_are_sought_beside_the_includers_too() {
    let files: [(&str, &[u8]); 4] = [
        ("top/a.fx", b"#include \"sub/b.fxh\""),
        ("top/sub/b.fxh", b"#include \"c.fxh\"\n#include \"d.fxh\""),
        ("top/c.fxh", b"int up;"),
        ("top/sub/d.fxh", b"int beside;"),
    ];
    let (sources, parsed) = parse_files(&files, &PreprocessOptions::default());
    assert_clean(&sources, &parsed.diagnostics);
    assert_eq!(printed(&sources, &parsed.effect), "int up;\nint beside;\n");
}

#[test]
fn includes_stay_in_the_sandbox() {
    let sandboxed = |roots: &[&str]| PreprocessOptions {
        include_dirs: vec!["libs".into()],
        sandbox: Some(roots.iter().map(Into::into).collect()),
        ..Default::default()
    };
    let files: [(&str, &[u8]); 3] = [
        ("fx/a.fx", b"#include \"b.fxh\"\n#include \"../secret.fxh\""),
        ("fx/b.fxh", b"int inside;"),
        ("secret.fxh", b"int outside;"),
    ];
    let (sources, parsed) = parse_files(&files, &sandboxed(&["fx"]));
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("cannot find the include file `../secret.fxh`"), "{text}");
    let outside = "not looked at fx/../secret.fxh: outside the folders that files may come from";
    assert!(text.contains(outside), "{text}");
    assert!(!text.contains("b.fxh`"), "{text}");
    let (sources, parsed) = parse_files(&files, &sandboxed(&[""]));
    assert_clean(&sources, &parsed.diagnostics);
    let absolute: [(&str, &[u8]); 2] = [("a.fx", b"#include \"/etc/b.fxh\""), ("/etc/b.fxh", b"")];
    let (_, parsed) = parse_files(&absolute, &sandboxed(&[""]));
    assert!(!parsed.diagnostics.is_empty());
}

#[test]
fn links_do_not_lead_out_of_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(folder.path().join("secret.fxh"), "int secret;").unwrap();
    std::fs::write(inside.join("real.fxh"), "int real;").unwrap();
    std::os::unix::fs::symlink(folder.path().join("secret.fxh"), inside.join("link.fxh")).unwrap();
    std::os::unix::fs::symlink(inside.join("real.fxh"), inside.join("good.fxh")).unwrap();
    let read = |name: &str| {
        let main = inside.join("a.fx");
        std::fs::write(&main, format!("#include \"{name}\"\n")).unwrap();
        let options =
            PreprocessOptions { sandbox: Some(vec![inside.clone()]), ..Default::default() };
        let (sources, parsed) = parse_with(&disk(), &options, &main);
        (parsed.effect.items.len(), render_all(&parsed.diagnostics, &sources))
    };
    assert_eq!(read("REAL.fxh"), (1, String::new()));
    assert_eq!(read("good.fxh"), (1, String::new()));
    assert_eq!(read("../inside/real.fxh"), (1, String::new()));
    for name in ["link.fxh", "../secret.fxh", "../SECRET.FXH"] {
        let (count, text) = read(name);
        assert!(count == 0 && text.contains("outside the folders"), "{name}: {text}");
    }
}

#[test]
fn one_file_is_one_in_any_case_of_letters() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("Common.fxh", "#pragma once\nint common;\n");
    write("Cycle.fxh", "#include \"cycle.fxh\"\n");
    write("a.fx", "#include \"Common.fxh\"\n#include \"common.fxh\"\n#include \"./COMMON.fxh\"\n");
    write("b.fx", "#include \"Cycle.fxh\"\n");
    let options = PreprocessOptions::default();
    let (sources, parsed) = parse_with(&disk(), &options, &folder.path().join("a.fx"));
    assert_clean(&sources, &parsed.diagnostics);
    assert_eq!(printed(&sources, &parsed.effect), "int common;\n");
    let (sources, parsed) = parse_with(&disk(), &options, &folder.path().join("b.fx"));
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("includes itself"), "{text}");
}

#[test]
fn conditions_have_an_end() {
    let text = messages(&format!("#if 1{}\n#endif\nfloat a;", " + 1".repeat(50_000)));
    assert!(text.contains("error: the condition has more than 100000 tokens"), "{text}");
    let (_, effect) =
        parse_clean(&format!("#if 1{} == 40001\nfloat a;\n#endif", " + 1".repeat(40_000)));
    assert_eq!(effect.items.len(), 1);
}
