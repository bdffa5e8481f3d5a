//! Whatever the bytes, there is an answer, soon.

use std::time::{Duration, Instant};

use effectc::diagnostic::{has_errors, render_all};
use effectc::preprocess::PreprocessOptions;

use super::{SAMPLES, messages, parse_files, parse_text, roundtrip, samples_dir};

/// A small generator of pseudo-random numbers (xorshift64), so that failures can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }
}

fn mutated(random: &mut Random, original: &[u8]) -> Vec<u8> {
    const PIECES: [&[u8]; 24] = [
        b"{",
        b"}",
        b"(",
        b")",
        b"[",
        b"]",
        b"<",
        b">",
        b";",
        b",",
        b"#",
        b"##",
        b"\"",
        b"'",
        b"/*",
        b"\\\n",
        b"#define A A A\n",
        b"\n#if 1\n",
        b"\n#endif\n",
        b"technique11 T {",
        b"\xC7\xD1",
        b"float4",
        b"::",
        b"=",
    ];
    let mut bytes = original.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            1 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + random.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next().to_le_bytes()[0];
                }
            }
        }
    }
    bytes
}

#[test]
fn mutated_samples_never_panic_and_print_to_equal_trees_when_accepted() {
    let global = std::fs::read(samples_dir().join("00. Global.fx")).unwrap();
    let samples: Vec<Vec<u8>> =
        SAMPLES.iter().map(|name| std::fs::read(samples_dir().join(name)).unwrap()).collect();
    let mut random = Random(0x5EED);
    let mut accepted = 0;
    for round in 0..2000 {
        let bytes = mutated(&mut random, &samples[round % samples.len()]);
        let files: [(&str, &[u8]); 2] = [("a.fx", &bytes), ("00. Global.fx", &global)];
        let (sources, parsed) = parse_files(&files, &PreprocessOptions::default());
        if has_errors(&parsed.diagnostics) {
            assert!(!render_all(&parsed.diagnostics, &sources).is_empty());
        } else if round % 5 == 0 {
            accepted += 1;
            roundtrip::assert_roundtrip(&format!("round {round}"), &sources, &parsed.effect);
        }
    }
    assert!(accepted > 20, "only {accepted} mutations were accepted");
}

/// Far more than any of these needs; what hangs takes longer.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Checks that a text ends in an error with `message`, soon.
#[track_caller]
fn check_limit(text: &str, message: &str) {
    let start = Instant::now();
    let shown = messages(text);
    assert!(shown.contains(message), "{}", &shown[..shown.len().min(2000)]);
    assert!(start.elapsed() < TIME_LIMIT, "took {:?}", start.elapsed());
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let nested = |open: &str, inner: &str, close: &str, count: usize| {
        format!("float f() {{ return {}{inner}{}; }}", open.repeat(count), close.repeat(count))
    };
    let too_deep = "this nests deeper than 200 levels";
    check_limit(&nested("(", "1", ")", 20_000), too_deep);
    check_limit(&nested("-(", "1", ")", 20_000), too_deep);
    check_limit(&nested("a[", "1", "]", 20_000), too_deep);
    check_limit(&nested("f(", "1", ")", 20_000), too_deep);
    check_limit(&nested("(float)", "1", "", 20_000), too_deep);
    check_limit(&nested("! ", "1", "", 20_000), too_deep);
    check_limit(&nested("a ? b : ", "1", "", 20_000), too_deep);
    check_limit(&nested("a = ", "1", "", 20_000), too_deep);
    check_limit(&nested("1 + ", "1", "", 20_000), "nests more than 400 operations");
    check_limit(&nested("", "a", ".x", 20_000), "nests more than 400 operations");
    check_limit(&format!("void f() {{ {} }}", "{".repeat(20_000)), too_deep);
    check_limit(&format!("void f() {{ {} }}", "if (1) ".repeat(20_000)), too_deep);
    check_limit(&format!("float a = {};", "{".repeat(20_000)), too_deep);
    check_limit(&"struct { ".repeat(20_000), too_deep);
    check_limit(&"StructuredBuffer<".repeat(20_000), too_deep);
    check_limit(&format!("#if {}1\n#endif\n", "(".repeat(20_000)), "nests deeper than 100");
    check_limit(&format!("#if {}1\n#endif\n", "!".repeat(20_000)), "nests deeper than 100");
}

#[test]
fn every_byte_after_a_joined_line_is_read_once() {
    for byte in 0..=u8::MAX {
        let text = [b"float \\\n".as_slice(), &[byte], b" a;\n"].concat();
        let (sources, parsed) = parse_files(&[("a.fx", &text)], &PreprocessOptions::default());
        let count = parsed.diagnostics.len() + parsed.effect.items.len();
        assert!(count > 0, "{byte}: {}", render_all(&parsed.diagnostics, &sources));
    }
}

#[test]
fn what_is_within_the_limits_survives_every_walk() {
    let sum = format!("float f() {{ return {}1; }}", "1 + ".repeat(390));
    let parens = format!("float f() {{ return {}1{}; }}", "(".repeat(190), ")".repeat(190));
    let casts = format!("float f() {{ return {}1; }}", "(float)".repeat(190));
    let blocks = format!("void f() {{ {} {} }}", "{".repeat(90), "}".repeat(90));
    let ifs = format!("void f() {{ {} f(); }}", "if (1) f(); else ".repeat(190));
    for text in [sum, parens, casts, blocks, ifs] {
        let (sources, parsed) = parse_text(&text);
        super::assert_clean(&sources, &parsed.diagnostics);
        roundtrip::assert_roundtrip(&text, &sources, &parsed.effect.clone());
    }
}

#[test]
fn macro_bombs_end() {
    let mut doubling = String::from("#define A0 1 + 1 +\n");
    for level in 1..90 {
        let before = level - 1;
        doubling += &format!("#define A{level} A{before} A{before}\n");
    }
    check_limit(&format!("{doubling}float x = A89 1;"), "macros expand to more than 500000 tokens");

    let mut pasting = String::from(
        "#define CAT(a, b) a##b\n#define X0 aaaaaaaaaa\n#define CAT2(a, b) CAT(a, b)\n",
    );
    for level in 1..40 {
        let before = level - 1;
        pasting += &format!("#define X{level} CAT2(X{before}, X{before})\n");
    }
    check_limit(&format!("{pasting}float X39;"), "makes a token of");

    let mut chain = String::new();
    for level in 1..5000 {
        chain += &format!("#define C{level} C{}\n", level - 1);
    }
    check_limit(&format!("{chain}float C4999;"), "macros nest deeper than 100");

    check_limit(
        &format!("#define F(x) x\nfloat a = {}1{};", "F(".repeat(5000), ")".repeat(5000)),
        "nest deeper than 100 in arguments",
    );
    let wide = format!("#define W(x) {}\nfloat a = W({});", "x ".repeat(5000), "1 ".repeat(50_000));
    check_limit(&wide, "macros expand to more than 500000 tokens");
}

#[test]
fn macros_do_no_work_beyond_their_tokens() {
    // An argument is handed down through many macros: the sets of macros that it must not call again grow.
    let mut down = String::from("#define M0(x) x\n");
    for level in 1..97 {
        down += &format!("#define M{level}(x) M{}(x)\n", level - 1);
    }
    let statements = "1; ".repeat(2000);
    let start = Instant::now();
    let (sources, parsed) =
        parse_text(&format!("{down}#define L {statements}\nvoid f() {{ M96(L) }}"));
    super::assert_clean(&sources, &parsed.diagnostics);
    assert!(start.elapsed() < TIME_LIMIT, "took {:?}", start.elapsed());

    let lines = format!("int a[] = {{ {}1 }};", "__LINE__, ".repeat(60_000));
    let start = Instant::now();
    let (sources, parsed) = parse_text(&lines);
    super::assert_clean(&sources, &parsed.diagnostics);
    assert!(start.elapsed() < TIME_LIMIT, "took {:?}", start.elapsed());

    let strings = format!(
        "#define S(x) {}\nstring a[] = {{ S({}) }};",
        "#x, ".repeat(1000),
        "abcdefgh ".repeat(7000)
    );
    check_limit(&strings, "macros make more than 16777216 bytes of strings and names");
}

#[test]
fn a_macro_that_names_itself_is_not_expanded_again() {
    let (sources, parsed) = parse_text("#define foo foo + bar\n#define bar foo\nfloat a = foo;");
    super::assert_clean(&sources, &parsed.diagnostics);
    assert_eq!(roundtrip::printed(&sources, &parsed.effect), "float a = foo + foo;\n");
}

#[test]
fn include_bombs_end() {
    let mut files: Vec<(String, Vec<u8>)> = vec![("a.fx".to_owned(), b"#include \"0\"\n".to_vec())];
    for level in 0..30 {
        let next = level + 1;
        files.push((
            level.to_string(),
            format!("#include \"{next}\"\n#include \"{next}\"\n").into_bytes(),
        ));
    }
    files.push(("30".to_owned(), Vec::new()));
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let start = Instant::now();
    let (sources, parsed) = parse_files(&files, &PreprocessOptions::default());
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("the effect includes more than 268435456 bytes"), "{text}");
    assert!(start.elapsed() < TIME_LIMIT, "took {:?}", start.elapsed());

    let mut chain: Vec<(String, Vec<u8>)> = vec![("a.fx".to_owned(), b"#include \"0\"\n".to_vec())];
    for level in 0..300 {
        chain.push((level.to_string(), format!("#include \"{}\"\n", level + 1).into_bytes()));
    }
    let chain: Vec<(&str, &[u8])> = chain.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let (sources, parsed) = parse_files(&chain, &PreprocessOptions::default());
    let text = render_all(&parsed.diagnostics, &sources);
    assert!(text.contains("includes nest deeper than 200 files"), "{text}");
}

#[test]
fn a_long_line_is_not_shown() {
    let text = format!("float a; {} float b = ;", "/* long */ ".repeat(1000));
    let shown = messages(&text);
    let column = text.rfind(';').unwrap() + 1;
    assert!(shown.contains(&format!("at a.fx:1:{column}, in a line")), "{shown}");
    assert!(shown.len() < 1000, "{shown}");
}

#[test]
fn megabytes_of_one_thing_are_an_error_soon() {
    let megabytes = |piece: &str| piece.repeat((10 << 20) / piece.len());
    for (piece, message) in [
        ("(", "the effect has more than 2000000 tokens"),
        ("{", "the effect has more than 2000000 tokens"),
        ("a ", "the effect has more than 2000000 tokens"),
        ("float a;\n", "the effect has more than 2000000 tokens"),
        ("#if 1\n", "conditions nest deeper than 1000"),
        ("#if 0\n", "conditions nest deeper than 1000"),
        ("#else\n", "`#else` without `#if`"),
        ("\"\n", "no end on its line"),
        ("/*", "this comment has no end"),
        ("\0", "the effect has more than 2000000 tokens"),
        ("\u{E9}", "only comments and strings"),
        ("1", "expected"),
        ("a", "expected"),
    ] {
        let start = Instant::now();
        let shown = messages(&megabytes(piece));
        assert!(start.elapsed() < TIME_LIMIT, "{piece:?} took {:?}", start.elapsed());
        assert!(shown.contains(message), "{piece:?}: {}", &shown[..shown.len().min(2000)]);
    }
}
