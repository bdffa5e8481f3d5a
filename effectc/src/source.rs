//! Holds the files of one compilation and the places in them.
//!
//! A file is bytes. UTF-16 is turned into UTF-8 when it is added and a byte order mark is dropped; every other
//! byte stays as it was, so that comments in CP949 or Latin-1 pass through. Beside the bytes lies a
//! text for people, of the same length byte by byte, in which what is not UTF-8 is shown by stand-ins: carets
//! computed on bytes fit it.

use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The number of a file in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(crate) u32);

impl std::fmt::Debug for FileId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The number of a macro expansion in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExpansionId(NonZero<u32>);

/// A range of bytes in one of the user's own files.
///
/// Offsets count bytes after the byte order mark (and, for a UTF-16 file, of its UTF-8 form). For what
/// came out of a macro the range is the place where the user wrote the macro's name, and `expansion` says
/// which token of the definition it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
    /// The macro this came out of, if any.
    pub expansion: Option<ExpansionId>,
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{}:{}..{}", self.file.0, self.start, self.end)
    }
}

impl Span {
    /// Makes the span of `range` in `file`, not from a macro.
    pub fn new(file: FileId, range: Range<u32>) -> Self {
        Self { file, start: range.start, end: range.end, expansion: None }
    }

    /// Returns the span from the start of this one to the end of `last`.
    ///
    /// Where one of the two comes from a macro and the other lies before it or in another file, no range in
    /// the user's text covers both, and `self` is returned.
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        if self.file == last.file && last.start >= self.start {
            Self { end: self.end.max(last.end), ..self }
        } else {
            self
        }
    }

    /// Returns the empty span at the end of this one, where something is missing.
    #[must_use]
    pub fn after(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// A place for people: line and column count from 1, columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters; a tab is one.
    pub column: u32,
}

/// One token of a macro's definition, as it was used in one expansion.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The macro's name.
    pub macro_name: Rc<str>,
    /// Where the token stands in the definition; `None` for a macro that an option or the compiler defined.
    pub definition: Option<Span>,
    /// The expansion that the macro's name itself came out of.
    pub parent: Option<ExpansionId>,
}

/// A file's name, bytes and lines.
#[derive(Debug)]
pub struct SourceFile {
    path: PathBuf,
    name: String,
    bytes: Rc<[u8]>,
    text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// The path it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name in messages and `#line` directives: the path, as text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The content, after the byte order mark; UTF-8 if the file was UTF-16.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The content, shared: for readers that add files while they read this one.
    pub(crate) fn shared_bytes(&self) -> Rc<[u8]> {
        Rc::clone(&self.bytes)
    }

    /// The content for people: as long as [`Self::bytes`], stand-ins where that is not UTF-8.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of lines, at least 1.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Returns the index from 0 of the line that holds byte `offset` (the last line past the end).
    pub fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// Returns the bytes of a line, its line break included; empty past the last line.
    pub fn line_range(&self, line_index: usize) -> Range<usize> {
        let end_of = |index: usize| {
            self.line_starts.get(index).map_or(self.text.len(), |&start| start as usize)
        };
        end_of(line_index)..end_of(line_index + 1)
    }

    /// Returns the last character boundary of the text at or before `offset`.
    pub(crate) fn boundary_before(&self, offset: u32) -> usize {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Returns the first character boundary of the text at or after `offset`.
    pub(crate) fn boundary_after(&self, offset: u32) -> usize {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset += 1;
        }
        offset
    }
}

/// Why a file could not be added.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// Offsets are 32 bits.
    #[error("{path} has {size_bytes} bytes; a source file may have at most {MAX_FILE_BYTES}")]
    TooLarge {
        /// The file.
        path: String,
        /// Its size.
        size_bytes: usize,
    },
    /// A UTF-16 byte order mark, followed by something else.
    #[error("{path} begins like UTF-16 but is not UTF-16 at byte {offset_bytes}")]
    NotUtf16 {
        /// The file.
        path: String,
        /// Offset in the file.
        offset_bytes: usize,
    },
}

/// The largest file that is read: 64 MiB, so that offsets fit with room to spare.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// All files of one compilation, and its macro expansions.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// Makes a map without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file's raw content. A UTF-8 byte order mark is dropped and UTF-16 with one is decoded.
    ///
    /// # Errors
    /// When the file is larger than [`MAX_FILE_BYTES`], or starts like UTF-16 and is not.
    pub fn add(&mut self, path: &Path, content: Vec<u8>) -> Result<FileId, SourceError> {
        let name = path.display().to_string();
        if content.len() > MAX_FILE_BYTES {
            return Err(SourceError::TooLarge { path: name, size_bytes: content.len() });
        }
        let bytes = match content.as_slice() {
            [0xEF, 0xBB, 0xBF, rest @ ..] => rest.to_vec(),
            [0xFF, 0xFE, rest @ ..] => decode_utf16(&name, rest, u16::from_le_bytes)?,
            [0xFE, 0xFF, rest @ ..] => decode_utf16(&name, rest, u16::from_be_bytes)?,
            _ => content,
        };
        let text = displayable(&bytes);
        let line_starts = line_starts(&bytes);
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile {
            path: path.to_owned(),
            name,
            bytes: bytes.into(),
            text,
            line_starts,
        });
        Ok(id)
    }

    /// Returns a file of this map.
    ///
    /// # Panics
    /// When `id` comes from another map and this one has fewer files.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added; the main file is the first.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// Returns the place of the first byte of `span`.
    pub fn location(&self, span: Span) -> Location {
        self.location_at(span.file, span.start)
    }

    /// Returns the line of the place, from 1.
    pub fn line(&self, span: Span) -> u32 {
        let index = self.file(span.file).line_index(span.start);
        u32::try_from(index + 1).unwrap_or(u32::MAX)
    }

    /// Returns the place of a byte of a file.
    pub fn location_at(&self, file: FileId, offset: u32) -> Location {
        let file = self.file(file);
        let line_index = file.line_index(offset);
        let start = file.line_range(line_index).start;
        let column_index =
            file.text[start..file.boundary_before(offset).max(start)].chars().count();
        let one_based = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        Location { line: one_based(line_index), column: one_based(column_index) }
    }

    /// Returns the text of a span, with stand-ins where the file is not UTF-8.
    pub fn text(&self, span: Span) -> &str {
        let file = self.file(span.file);
        let start = file.boundary_before(span.start);
        &file.text[start..file.boundary_after(span.end).max(start)]
    }

    /// Remembers a token that came out of a macro.
    pub(crate) fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        // Counted from 1, so that a span with one is no larger than one without.
        let count = u32::try_from(self.expansions.len()).unwrap_or(u32::MAX);
        ExpansionId(NonZero::new(count).unwrap_or(NonZero::<u32>::MIN))
    }

    /// Returns what is known about an expansion of this map.
    pub fn expansion(&self, id: ExpansionId) -> &Expansion {
        &self.expansions[id.0.get() as usize - 1]
    }
}

fn decode_utf16(
    name: &str,
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
) -> Result<Vec<u8>, SourceError> {
    let fail = |offset_bytes| SourceError::NotUtf16 { path: name.to_owned(), offset_bytes };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(fail(bytes.len() + 1));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut offset_bytes = 2;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let decoded = decoded.map_err(|_unpaired| fail(offset_bytes))?;
        offset_bytes += decoded.len_utf16() * 2;
        text.push(decoded);
    }
    Ok(text.into_bytes())
}

/// Lines end at LF, CR LF or a lone CR.
fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for (index, &byte) in bytes.iter().enumerate() {
        let ends_line = match byte {
            b'\n' => true,
            b'\r' => bytes.get(index + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends_line {
            starts.push(u32::try_from(index + 1).unwrap_or(u32::MAX));
        }
    }
    starts
}

/// Makes a text of the same length. A file that is not UTF-8 as a whole is shown by stand-ins from 0x80 up:
/// two high bytes in a row are most likely one Korean character and become one, so that columns
/// count as in the user's editor.
fn displayable(bytes: &[u8]) -> String {
    let shown = |character: char| match character {
        '\n' | '\r' | '\t' => character,
        control if control.is_ascii_control() => '?',
        other => other,
    };
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.chars().map(shown).collect();
    }
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        match after.split_first() {
            Some((0x80.., after_second)) if first >= 0x80 => {
                text.push('\u{B7}');
                rest = after_second;
            }
            _ if first >= 0x80 => text.push('?'),
            _ => text.push(shown(char::from(first))),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map_with(content: &[u8]) -> (SourceMap, FileId) {
        let mut map = SourceMap::new();
        let id = map.add(Path::new("a b.fx"), content.to_vec()).unwrap();
        (map, id)
    }

    #[test]
    fn drops_a_byte_order_mark() {
        let (map, id) = map_with(b"\xEF\xBB\xBFint x;");
        assert_eq!(map.file(id).bytes(), b"int x;");
    }

    #[test]
    fn decodes_utf16_of_both_orders() {
        let units: Vec<u16> = "a\u{D55C}\u{1F600}\r\n".encode_utf16().collect();
        let little: Vec<u8> =
            [0xFF, 0xFE].into_iter().chain(units.iter().flat_map(|u| u.to_le_bytes())).collect();
        let big: Vec<u8> =
            [0xFE, 0xFF].into_iter().chain(units.iter().flat_map(|u| u.to_be_bytes())).collect();
        for content in [little, big] {
            let (map, id) = map_with(&content);
            assert_eq!(map.file(id).text(), "a\u{D55C}\u{1F600}\r\n");
        }
    }

    #[test]
    fn refuses_half_a_utf16_unit_and_a_lone_surrogate() {
        let mut map = SourceMap::new();
        let odd = map.add(Path::new("odd.fx"), vec![0xFF, 0xFE, b'a', 0, b'b']);
        assert_eq!(
            odd.unwrap_err().to_string(),
            "odd.fx begins like UTF-16 but is not UTF-16 at byte 4"
        );
        let lone = map.add(Path::new("lone.fx"), vec![0xFF, 0xFE, b'a', 0, 0x00, 0xD8]);
        assert_eq!(
            lone.unwrap_err().to_string(),
            "lone.fx begins like UTF-16 but is not UTF-16 at byte 4"
        );
    }

    #[test]
    fn text_is_as_long_as_the_bytes() {
        // "han-geul" in CP949, a Latin-1 letter between ASCII, a control byte.
        let content = b"// \xC7\xD1\xB1\xDB x \xE9t \x07";
        let (map, id) = map_with(content);
        assert_eq!(map.file(id).text(), "// \u{B7}\u{B7} x ?t ?");
        assert_eq!(map.file(id).text().len(), content.len());
    }

    #[test]
    fn columns_count_characters_and_lines_end_three_ways() {
        let (map, id) = map_with("a\r\nb\rc\n\t\u{D55C}x".as_bytes());
        let at = |offset| {
            let place = map.location_at(id, offset);
            (place.line, place.column)
        };
        assert_eq!(map.file(id).line_count(), 4);
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (3, 1));
        assert_eq!(at(7), (4, 1));
        assert_eq!(at(11), (4, 3));
        assert_eq!(at(999), (4, 4));
    }

    #[test]
    fn spans_join_only_where_text_covers_both() {
        let file = FileId(0);
        let macro_name =
            Span { expansion: Some(ExpansionId(NonZero::<u32>::MIN)), ..Span::new(file, 0..4) };
        let argument = Span::new(file, 5..7);
        assert_eq!(argument.to(macro_name), argument);
        assert_eq!(argument.to(Span::new(file, 9..10)), Span::new(file, 5..10));
        assert_eq!(argument.to(Span::new(FileId(1), 9..10)), argument);
    }
}
