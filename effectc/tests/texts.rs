//! Every text that effectc says to its users stands in a test: in a snapshot with its caret, or in the test's own words.

use std::path::{Path, PathBuf};

/// Texts that no test holds, by their beginning, each with the reason.
const UNTESTED: &[(&str, &str)] = &[
    ("the stream of a vertex is not known", "glslang always stores the stream before"),
    ("function does not return a value", "the HLSL compiler's own words, which are looked for"),
    ("length of {} {element:?}", "a key, which nobody sees"),
    ("sides have different sizes", "of two sizes the smaller is taken, which both have"),
    ("the end of the line", "lines are cut there before anything is expected"),
    ("there is no such function", "names are looked up before"),
    (
        "the constants of this effect have no end",
        "the array that they make is refused first, or time is short",
    ),
    ("the value does not fit the type of", "the numbers are counted before"),
    ("an array of objects has an index that is no constant", "only with a rewrite switched off"),
    ("of an array of buffers needs an index that is a constant", "the index is made one before"),
    (
        "of a matrix that SPIR-V has not",
        "operators of what types do not know, which glslang refuses as well",
    ),
    (
        "=` on a place that calls something",
        "needs a place whose type is told and that no rewrite takes apart before",
    ),
    ("whose name a variable of the function hides", "such variables get another name before"),
    ("do it with its rows, one by one", "help of the one before"),
    ("put the index into a variable first", "help of the one before"),
    ("put it into a variable first", "help of the next"),
    ("not yet supported: a matrix multiplied by", "needs an expression whose type is not told"),
    ("give the variable another name", "help of a name that is hidden"),
    ("expected 1 to 4 components as vertex input", "types have no more"),
    ("an explicit offset or stride", "a part of the one before"),
    ("the other matrix packing", "a part of the one before"),
    ("one structured buffer", "a part of the one before"),
    ("the texture of `", "samplers without a texture are refused before"),
    ("expected a coordinate", "arguments are counted before"),
    ("pass an index into an array instead", "help of a text that is tested"),
    (
        "the default values that this call leaves out need too many",
        "so many take too long to compile in a test",
    ),
    ("stopped after", "the whole effect stops before its passes do"),
    ("the program makes mip levels", "no state of that kind is left in the table"),
    ("has more than {MAX_REGISTERS} inputs or outputs", "variables are counted before"),
    ("the name of a namespace", "a name was seen before"),
    ("the name of a parameter", "a name was seen before"),
    ("the name of the constant buffer", "a name was seen before"),
];

/// Where texts are for programs, or parts of code.
const ELSEWHERE: &[&str] = &[
    "command",
    "command.rs",
    "main.rs",
    "build.rs",
    "emit",
    "spirv",
    "effect",
    "effect.rs",
    "print",
    "ast",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A literal of code, and what stands before it on its line.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    line: usize,
    before: String,
    text: String,
}

/// The strings of Rust code, with their escapes and joined lines read as the compiler reads them.
fn strings(code: &str) -> Vec<Found> {
    let chars: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    while at < chars.len() {
        match chars[at] {
            '\n' => {
                line += 1;
                line_start = at + 1;
            }
            '/' if chars.get(at + 1) == Some(&'/') => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
                continue;
            }
            // A character, not a lifetime.
            '\'' if chars.get(at + 1) == Some(&'\\') => {
                at += 3;
                while at < chars.len() && chars[at] != '\'' {
                    at += 1;
                }
            }
            '\'' if chars.get(at + 2) == Some(&'\'') => at += 2,
            '"' => {
                let hashes = chars[..at].iter().rev().take_while(|it| **it == '#').count();
                let is_raw = at > hashes && chars[at - hashes - 1] == 'r';
                let before: String = chars[line_start..at].iter().collect();
                let (start_line, mut text) = (line, String::new());
                at += 1;
                while at < chars.len() {
                    let closes = chars[at] == '"'
                        && (!is_raw
                            || chars[at + 1..].iter().take_while(|it| **it == '#').count()
                                >= hashes);
                    if closes {
                        break;
                    }
                    if chars[at] == '\n' {
                        line += 1;
                        line_start = at + 1;
                    }
                    if chars[at] == '\\' && !is_raw {
                        at += 1;
                        match chars.get(at) {
                            Some('\n') => {
                                line += 1;
                                line_start = at + 1;
                                while chars.get(at + 1).is_some_and(|it| it.is_whitespace()) {
                                    at += 1;
                                }
                            }
                            Some('n') => text.push('\n'),
                            Some(other) => text.push(*other),
                            None => {}
                        }
                    } else {
                        text.push(chars[at]);
                    }
                    at += 1;
                }
                found.push(Found { line: start_line, before, text });
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The code of a file without its tests, and its tests.
fn parts(text: &str) -> (&str, &str) {
    text.split_at(text.find("#[cfg(test)]").unwrap_or(text.len()))
}

/// Whether a literal is said to people: words, and not a reason of an attribute or code of a shader.
fn is_said(found: &Found) -> bool {
    let text = &found.text;
    let is_words = text.split_whitespace().count() >= 3
        && text.starts_with(|it: char| it.is_lowercase() || "`#{".contains(it));
    let is_code =
        [";", "{{ ", ") {", "= "].iter().any(|it| text.contains(it)) && !text.contains('`');
    let is_attribute = ["reason = ", "#[error(", "#[doc", "#![", "expect("]
        .iter()
        .any(|it| found.before.contains(it));
    is_words && !is_code && !is_attribute
}

/// Whether a text stands in a corpus, whatever its placeholders stand for.
fn stands_in(text: &str, corpus: &str) -> bool {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else { break };
        if rest[open..].starts_with("{{") {
            // A brace that is said.
            pieces.push(&rest[..=open]);
            rest = &rest[open + 2..];
            continue;
        }
        pieces.push(&rest[..open]);
        rest = &rest[open + close + 1..];
    }
    pieces.push(rest);
    let pieces: Vec<String> =
        pieces.iter().map(|it| it.replace("}}", "}")).filter(|it| it.trim().len() > 1).collect();
    let Some(first) = pieces.first() else { return true };
    corpus.match_indices(first.as_str()).any(|(at, _)| {
        let start = corpus[..at].rfind('\n').map_or(0, |it| it + 1);
        let end = corpus[at..].find('\n').map_or(corpus.len(), |it| at + it);
        let mut rest = &corpus[start..end];
        pieces.iter().all(|piece| match rest.find(piece.as_str()) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
    })
}

/// All snapshots and texts of tests.
fn corpus() -> String {
    let mut corpus = String::new();
    for path in files(&root().join("tests"), "snap") {
        corpus.push_str(&std::fs::read_to_string(path).unwrap());
    }
    let this = root().join("tests/texts.rs");
    for path in files(&root().join("tests"), "rs").iter().filter(|it| **it != this) {
        for found in strings(&std::fs::read_to_string(path).unwrap()) {
            corpus.push_str(&found.text);
            corpus.push('\n');
        }
    }
    for path in files(&root().join("src"), "rs") {
        let text = std::fs::read_to_string(path).unwrap();
        for found in strings(parts(&text).1) {
            corpus.push_str(&found.text);
            corpus.push('\n');
        }
    }
    corpus
}

#[test]
fn every_text_stands_in_a_test() {
    let corpus = corpus();
    let mut missing = Vec::new();
    let (mut count, mut excepted) = (0, vec![false; UNTESTED.len()]);
    for path in files(&root().join("src"), "rs") {
        let place =
            path.strip_prefix(root().join("src")).unwrap().to_str().unwrap().replace('\\', "/");
        let is_elsewhere = ELSEWHERE.iter().any(|it| place.split('/').next() == Some(it));
        if is_elsewhere || place.ends_with("tests.rs") || place.ends_with("testing.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for found in strings(parts(&text).0).iter().filter(|it| is_said(it)) {
            count += 1;
            if stands_in(&found.text, &corpus) {
                continue;
            }
            match UNTESTED.iter().position(|(text, _)| found.text.contains(text)) {
                Some(index) => excepted[index] = true,
                None => missing.push(format!("{place}:{}: {}", found.line, found.text)),
            }
        }
    }
    assert!(count > 300, "only {count} texts are found");
    assert!(missing.is_empty(), "no test holds\n{}", missing.join("\n"));
    let tested: Vec<_> =
        UNTESTED.iter().zip(excepted).filter(|it| !it.1).map(|it| it.0.0).collect();
    assert!(tested.is_empty(), "these need no exception: {tested:?}");
}

#[test]
fn strings_are_read_as_the_compiler_reads_them() {
    let code = "let a = \"one \\\n    two\"; // \"no\"\nlet b = '\"'; let c = r#\"a \"b\" c\"#; x(reason = \"\\\"\");";
    let texts: Vec<String> = strings(code).into_iter().map(|it| it.text).collect();
    assert_eq!(texts, ["one two", "a \"b\" c", "\""]);
    assert!(stands_in("`{}` has {count} errors", "x\nerror: `a` has 3 errors in it\n"));
    assert!(!stands_in("`{}` has {count} errors", "error: `a` has\n3 errors\n"));
}
