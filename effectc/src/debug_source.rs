//! Puts the user's own files into a module, for debuggers.
//!
//! The HLSL compiler leaves the text it was given, which is a rewritten one, and lines that its `#line` directives
//! count. Out come the files that the user wrote and lines in them:
//!
//! ```text
//! in                                     out
//! OpString  %1 "shaders/Demo.fx"         OpString  %8 "shaders/Demo.fx"
//! OpString  %2 "shaders/Render.fxh"      OpString  %9 "shaders/Render.fxh"
//! OpSource  HLSL 500 %1 "#pragma ..."    OpSource  HLSL 500 %8 "// Up to 500 ..."
//!                                        OpSource  HLSL 500 %9 "// Skinned ..."
//! OpLine    %2 64 0                      OpLine    %9 64 0
//! ```
//! Lines of what the rewriting added, which stand in no file, become `OpNoLine`.

use crate::hash::HashMap;

use crate::print::line_directive_name;
use crate::source::{SourceFile, SourceMap};

const OP_SOURCE_CONTINUED: u32 = 2;
const OP_SOURCE: u32 = 3;
const OP_STRING: u32 = 7;
const OP_LINE: u32 = 8;
const OP_NO_LINE: u32 = 317;
/// What stands before the strings of a module (SPIR-V 1.6, 2.4): extensions, capabilities, memory model, entry points
/// and their modes.
const BEFORE_STRINGS: [u32; 7] = [10, 11, 14, 15, 16, 17, 331];

const HEADER_WORDS: usize = 5;
/// Place of the number that every id is below.
const BOUND: usize = 3;
const SOURCE_LANGUAGE_HLSL: u32 = 5;
const HLSL_VERSION: u32 = 500;
/// The length of an instruction is a half word.
const MAX_INSTRUCTION_WORDS: usize = 0xFFFF;

/// Replaces source text and lines of a module by the user's. None if the module is cut off.
pub(crate) fn with_user_sources(words: &[u32], sources: &SourceMap) -> Option<Vec<u32>> {
    let files: Vec<&SourceFile> = sources.files().map(|(_, file)| file).collect();
    let first_id = *words.get(BOUND)?;
    let ids = || (first_id..).zip(&files);
    let by_name: HashMap<String, (u32, &SourceFile)> =
        ids().map(|(id, file)| (line_directive_name(file), (id, *file))).collect();
    // By the id of the module's string.
    let mut places: HashMap<u32, (u32, &SourceFile)> = HashMap::default();

    let mut out = words.get(..HEADER_WORDS)?.to_vec();
    out[BOUND] = first_id + u32::try_from(files.len()).ok()?;
    let mut has_sources = false;
    let mut rest = words.get(HEADER_WORDS..)?;
    while let [first, ..] = rest {
        let length = (first >> 16) as usize;
        let instruction = rest.get(..length).filter(|_| length > 0)?;
        rest = &rest[length..];
        let opcode = first & 0xFFFF;
        if !has_sources && !BEFORE_STRINGS.contains(&opcode) {
            ids().for_each(|(id, file)| push_string(&mut out, id, &line_directive_name(file)));
            ids().for_each(|(id, file)| push_source(&mut out, id, &user_text(file.bytes())));
            has_sources = true;
        }
        match (opcode, &instruction[1..]) {
            (OP_STRING, [id, name @ ..]) => {
                if let Some(place) = by_name.get(&literal(name)) {
                    places.insert(*id, *place);
                }
            }
            (OP_SOURCE | OP_SOURCE_CONTINUED, _) => {}
            (OP_LINE, [file, line, ..]) => {
                let place = places.get(file).filter(|(_, file)| {
                    (1..=file.line_count()).contains(&usize::try_from(*line).unwrap_or(usize::MAX))
                });
                match place {
                    // The column, where there is one, is that of the rewritten text.
                    Some((id, _)) => push(&mut out, OP_LINE, &[*id, *line, 0]),
                    None => push(&mut out, OP_NO_LINE, &[]),
                }
            }
            _ => out.extend_from_slice(instruction),
        }
    }
    Some(out)
}

/// A file as text that every reader counts the lines of alike: U+FFFD for what is not UTF-8 and for NUL, which
/// would end the string, and LF for a lone CR.
fn user_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace('\0', "\u{FFFD}");
    if !text.contains('\r') {
        return text;
    }
    let unbroken = text.replace("\r\n", "\n");
    if unbroken.contains('\r') { unbroken.replace('\r', "\n") } else { text }
}

fn push(out: &mut Vec<u32>, opcode: u32, operands: &[u32]) {
    let length = u32::try_from(operands.len() + 1).unwrap_or(u32::MAX);
    out.push(length << 16 | opcode);
    out.extend_from_slice(operands);
}

fn push_string(out: &mut Vec<u32>, id: u32, text: &str) {
    let (text, _) = split(text, MAX_INSTRUCTION_WORDS - 2);
    let mut operands = vec![id];
    operands.extend(string_words(text));
    push(out, OP_STRING, &operands);
}

fn push_source(out: &mut Vec<u32>, file: u32, text: &str) {
    let mut operands = vec![SOURCE_LANGUAGE_HLSL, HLSL_VERSION, file];
    let mut opcode = OP_SOURCE;
    let mut rest = text;
    loop {
        let (part, after) = split(rest, MAX_INSTRUCTION_WORDS - 1 - operands.len());
        operands.extend(string_words(part));
        push(out, opcode, &operands);
        if after.is_empty() {
            return;
        }
        rest = after;
        opcode = OP_SOURCE_CONTINUED;
        operands.clear();
    }
}

/// Splits off as much as fits into so many words with the NUL that ends it, at the end of a character.
fn split(text: &str, max_words: usize) -> (&str, &str) {
    text.split_at(text.floor_char_boundary(max_words * 4 - 1))
}

/// A literal string: UTF-8, a NUL, and NULs up to the next word; the first byte is the lowest.
pub(crate) fn string_words(text: &str) -> impl Iterator<Item = u32> {
    let bytes = text.as_bytes();
    (0..=bytes.len() / 4).map(move |word| {
        let byte = |index: usize| bytes.get(4 * word + index).copied().unwrap_or(0);
        u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
    })
}

pub(crate) fn literal(words: &[u32]) -> String {
    let bytes: Vec<u8> =
        words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn sources(content: &[u8]) -> SourceMap {
        let mut sources = SourceMap::new();
        sources.add(Path::new("a\\b.fx"), content.to_vec()).unwrap();
        sources
    }

    fn string(id: u32, text: &str) -> Vec<u32> {
        let mut out = Vec::new();
        push_string(&mut out, id, text);
        out
    }

    /// A module with one string and one line in it.
    fn module(name: &str, line: u32) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0600, 0, 9, 0, 2 << 16 | 17, 1];
        words.extend(string(4, name));
        push_source(&mut words, 4, "rewritten");
        push(&mut words, OP_LINE, &[4, line, 7]);
        words
    }

    #[test]
    fn text_and_lines_become_the_users() {
        let sources = sources(b"one\ntwo");
        let mut expected = vec![0x0723_0203, 0x0001_0600, 0, 10, 0, 2 << 16 | 17, 1];
        expected.extend(string(9, "a/b.fx"));
        push_source(&mut expected, 9, "one\ntwo");
        let with_line = |line: &[u32]| [expected.as_slice(), line].concat();
        let line_2 = with_line(&[4 << 16 | OP_LINE, 9, 2, 0]);
        assert_eq!(with_user_sources(&module("a/b.fx", 2), &sources), Some(line_2));
        // Past the end, before the start, and of a file that nobody wrote.
        let no_line = with_line(&[1 << 16 | OP_NO_LINE]);
        for (name, line) in [("a/b.fx", 3), ("a/b.fx", 0), ("a.fx", 1)] {
            let found = with_user_sources(&module(name, line), &sources);
            assert_eq!(found.as_ref(), Some(&no_line), "{name} {line}");
        }
    }

    #[test]
    fn cut_modules_are_refused() {
        let words = module("a/b.fx", 1);
        for length in [0, 4, words.len() - 1] {
            assert_eq!(with_user_sources(&words[..length], &sources(b"")), None, "{length}");
        }
    }

    #[test]
    fn text_keeps_its_lines_whatever_its_bytes_are() {
        assert_eq!(user_text(b"a\r\nb\n"), "a\r\nb\n");
        assert_eq!(user_text(b"a\r\nb\rc"), "a\nb\nc");
        assert_eq!(user_text(b"\xC7\xD1\n\xB1\n\0"), "\u{FFFD}\u{FFFD}\n\u{FFFD}\n\u{FFFD}");
    }

    #[test]
    fn long_text_is_split_between_characters() {
        let text = "\u{D55C}".repeat(200_000);
        let mut words = Vec::new();
        push_source(&mut words, 1, &text);
        let (mut rest, mut found, mut parts) = (words.as_slice(), String::new(), 0);
        while let [first, ..] = rest {
            let (one, after) = rest.split_at((first >> 16) as usize);
            let opcode = if parts == 0 { OP_SOURCE } else { OP_SOURCE_CONTINUED };
            assert_eq!(first & 0xFFFF, opcode);
            let part = literal(&one[if parts == 0 { 4 } else { 1 }..]);
            assert!(!part.contains('\u{FFFD}'));
            found.push_str(&part);
            (rest, parts) = (after, parts + 1);
        }
        assert_eq!((parts, found == text), (3, true));
    }
}
