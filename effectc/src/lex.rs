//! Cuts a file's bytes into tokens: comments are blanks, `\` before a line break joins lines.
//!
//! Line breaks are tokens here, since directives end at them. Nothing fails: what is no
//! token becomes [`TokenKind::Other`] or [`TokenKind::High`], and its reader decides whether it matters (it does
//! not in a part that `#if` leaves out).

use std::rc::Rc;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Whether a blank, comment or line break stands before it.
    pub(crate) space_before: bool,
    /// The macros that may not expand this token again.
    pub(crate) hidden: Hidden,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    Ident(Rc<str>),
    /// As written; may be no number at all (`1abc`), which the parser says.
    Number(Rc<str>),
    /// Between the quotes, escapes not resolved.
    String(Rc<[u8]>),
    /// Between single quotes; only `#if` knows these.
    Char(Rc<[u8]>),
    Punct(&'static str),
    /// `#pragma pack_matrix`, where it stood.
    PackMatrix {
        row_major: bool,
    },
    /// A byte that begins no token.
    Other(u8),
    /// One or more bytes from 0x80 up.
    High,
    Newline,
    End,
}

/// A set of macros by their numbers, in order, shared between tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hidden(Option<Rc<[u32]>>);

impl Hidden {
    fn numbers(&self) -> &[u32] {
        self.0.as_deref().unwrap_or_default()
    }

    /// How many macros it has.
    pub(crate) fn len(&self) -> usize {
        self.numbers().len()
    }

    pub(crate) fn contains(&self, number: u32) -> bool {
        self.numbers().binary_search(&number).is_ok()
    }

    pub(crate) fn with(&self, number: u32) -> Self {
        match self.numbers().binary_search(&number) {
            Ok(_) => self.clone(),
            Err(at) => {
                let mut numbers = self.numbers().to_vec();
                numbers.insert(at, number);
                Self(Some(numbers.into()))
            }
        }
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, _) => return other.clone(),
            (_, None) => return self.clone(),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return self.clone(),
            _ => {}
        }
        let mut numbers = [self.numbers(), other.numbers()].concat();
        // Two runs in order: sorting them is joining them.
        numbers.sort();
        numbers.dedup();
        Self(Some(numbers.into()))
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let both: Vec<u32> =
            self.numbers().iter().copied().filter(|it| other.contains(*it)).collect();
        Self((!both.is_empty()).then(|| both.into()))
    }

    /// Tells sets apart that do not share their numbers, for remembering what was made of one.
    pub(crate) fn address(&self) -> Option<*const u32> {
        self.0.as_ref().map(|it| it.as_ptr())
    }
}

impl Token {
    pub(crate) fn new(kind: TokenKind, span: Span) -> Self {
        Self { kind, span, space_before: false, hidden: Hidden::default() }
    }

    pub(crate) fn is(&self, punct: &str) -> bool {
        matches!(self.kind, TokenKind::Punct(text) if text == punct)
    }

    pub(crate) fn ident(&self) -> Option<&Rc<str>> {
        match &self.kind {
            TokenKind::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// The token as it is written.
    pub(crate) fn spelling(&self) -> Vec<u8> {
        let quoted = |quote: u8, inner: &[u8]| [&[quote], inner, &[quote]].concat();
        match &self.kind {
            TokenKind::Ident(text) | TokenKind::Number(text) => text.as_bytes().to_vec(),
            TokenKind::String(inner) => quoted(b'"', inner),
            TokenKind::Char(inner) => quoted(b'\'', inner),
            TokenKind::Punct(text) => text.as_bytes().to_vec(),
            TokenKind::Other(byte) => vec![*byte],
            TokenKind::High => b"?".to_vec(),
            TokenKind::Newline | TokenKind::End | TokenKind::PackMatrix { .. } => Vec::new(),
        }
    }

    /// The token for a message: quoted, or named where it has no text.
    pub(crate) fn described(&self) -> String {
        match &self.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::PackMatrix { .. } => "`#pragma pack_matrix`".to_owned(),
            TokenKind::String(_) => "a string".to_owned(),
            _ => format!("`{}`", String::from_utf8_lossy(&self.spelling())),
        }
    }
}

/// Longest first, so that the first that fits is the right one.
const PUNCTUATION: [&str; 46] = [
    "<<=", ">>=", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "<<", ">>", "::", "##", "+", "-", "*", "/", "%", "=", "<", ">", "!", "~",
    "&", "|", "^", "?", ":", ";", ",", ".", "(", ")", "[", "]", "{", "}",
];

/// Reads one file from its start.
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    pos: usize,
    file: FileId,
    /// Comments without an end; the reader takes these away.
    pub(crate) comment_errors: Vec<Diagnostic>,
    /// Strings without an end; they matter only where the text counts.
    pub(crate) quote_errors: Vec<Diagnostic>,
    /// Whether characters of two bytes may end in what looks like a backslash.
    has_wide_backslashes: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(bytes: &'a [u8], file: FileId) -> Self {
        Self {
            bytes,
            pos: 0,
            file,
            comment_errors: Vec::new(),
            quote_errors: Vec::new(),
            has_wide_backslashes: std::str::from_utf8(bytes).is_err(),
        }
    }

    /// Whether the backslash at `pos` is the second half of a character of two bytes. Files from before UTF-8 have such
    /// characters: the Japanese and Chinese code pages put some of the commonest on that byte.
    fn ends_wide_character(&self, pos: usize) -> bool {
        let before = self.bytes.get(..pos).unwrap_or_default().iter().rev();
        // Bytes that begin a character may also end one, so that the parity of their run tells.
        let begins = |byte: &u8| matches!(byte, 0x81..=0x9F | 0xE0..=0xFC);
        self.has_wide_backslashes && before.take_while(|it| begins(it)).count() % 2 == 1
    }

    fn span_from(&self, start: usize) -> Span {
        let offset = |pos: usize| u32::try_from(pos).unwrap_or(u32::MAX);
        Span::new(self.file, offset(start)..offset(self.pos))
    }

    /// Returns the position after any joined lines at `pos`. The line break must follow at once, as in C: a comment
    /// that ends in `\` and a blank ends with its line.
    fn after_joins(&self, mut pos: usize) -> usize {
        loop {
            if self.ends_wide_character(pos) {
                return pos;
            }
            pos = match self.bytes.get(pos..) {
                Some([b'\\', b'\r', b'\n', ..]) => pos + 3,
                Some([b'\\', b'\r' | b'\n', ..]) => pos + 2,
                _ => return pos,
            };
        }
    }

    fn peek(&self) -> Option<u8> {
        match self.bytes.get(self.pos).copied() {
            Some(b'\\') => self.bytes.get(self.after_joins(self.pos)).copied(),
            plain => plain,
        }
    }

    fn peek_second(&self) -> Option<u8> {
        self.bytes.get(self.after_joins(self.after_joins(self.pos) + 1)).copied()
    }

    fn bump(&mut self) -> Option<u8> {
        let at = self.after_joins(self.pos);
        let byte = *self.bytes.get(at)?;
        self.pos = at + 1;
        Some(byte)
    }

    /// Skips bytes that a test accepts and that are no backslash, where lines may be joined.
    fn skip_plain(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let is_plain = |byte: &&u8| **byte != b'\\' && accept(**byte);
        self.pos += rest.iter().take_while(is_plain).count();
    }

    /// Reads a word, which begins here.
    fn word(&mut self, start: usize) -> Rc<str> {
        self.pos = start;
        self.skip_plain(is_word);
        let plain = self.bytes.get(start..self.pos).unwrap_or_default();
        let plain = std::str::from_utf8(plain).unwrap_or_default();
        if self.peek().is_some_and(is_word) {
            // Lines are joined in the middle of it.
            let mut text = plain.to_owned();
            self.take_while(&mut text, is_word);
            return text.into();
        }
        plain.into()
    }

    fn take_while(&mut self, text: &mut String, accept: impl Fn(u8) -> bool) {
        while let Some(byte) = self.peek().filter(|&byte| byte.is_ascii() && accept(byte)) {
            text.push(char::from(byte));
            self.bump();
        }
    }

    /// Skips blanks and comments; returns whether there were any.
    pub(crate) fn skip_blanks(&mut self) -> bool {
        let mut skipped = false;
        loop {
            match self.peek() {
                Some(byte) if is_blank(byte) => {
                    self.bump();
                    self.skip_plain(is_blank);
                }
                Some(b'/') if self.peek_second() == Some(b'/') => {
                    while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
                        self.bump();
                        self.skip_plain(|byte| !matches!(byte, b'\n' | b'\r'));
                    }
                }
                Some(b'/') if self.peek_second() == Some(b'*') => self.skip_block_comment(),
                _ => return skipped,
            }
            skipped = true;
        }
    }

    fn skip_block_comment(&mut self) {
        let start = self.after_joins(self.pos);
        self.bump();
        self.bump();
        let opening = self.span_from(start);
        loop {
            self.skip_plain(|byte| byte != b'*');
            match self.bump() {
                Some(b'*') if self.peek() == Some(b'/') => {
                    self.bump();
                    return;
                }
                Some(_) => {}
                None => {
                    self.comment_errors.push(
                        Diagnostic::error(opening, "this comment has no end")
                            .with_code("lex")
                            .with_help("close it with `*/`"),
                    );
                    return;
                }
            }
        }
    }

    /// Reads a file name between quotes or angle brackets, raw, after `#include`; `None` when none stands here.
    pub(crate) fn include_name(&mut self) -> Option<(Vec<u8>, Span)> {
        self.skip_blanks();
        let start = self.after_joins(self.pos);
        let closing = match self.peek()? {
            b'"' => b'"',
            b'<' => b'>',
            _ => return None,
        };
        let rest = self.bytes.get(start + 1..)?;
        let line = rest.split(|&byte| byte == b'\n' || byte == b'\r').next()?;
        let length = line.iter().position(|&byte| byte == closing)?;
        self.pos = start + 1 + length + 1;
        Some((line[..length].to_vec(), self.span_from(start)))
    }

    /// Returns what is left of the line as text, without the line break, which is left.
    pub(crate) fn rest_of_line(&mut self) -> String {
        self.skip_blanks();
        let mut text = Vec::new();
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            text.push(byte);
            self.bump();
        }
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    /// Reads the next token; [`TokenKind::End`] at the end, again and again.
    pub(crate) fn next_token(&mut self) -> Token {
        let space_before = self.skip_blanks();
        let start = self.after_joins(self.pos);
        let kind = self.kind(start);
        Token { kind, span: self.span_from(start), space_before, hidden: Hidden::default() }
    }

    fn kind(&mut self, start: usize) -> TokenKind {
        let Some(byte) = self.peek() else {
            self.pos = self.bytes.len();
            return TokenKind::End;
        };
        match byte {
            b'\n' => {
                self.bump();
                TokenKind::Newline
            }
            b'\r' => {
                self.bump();
                if self.bytes.get(self.pos) == Some(&b'\n') {
                    self.pos += 1;
                }
                TokenKind::Newline
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => TokenKind::Ident(self.word(start)),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek_second().is_some_and(|next| next.is_ascii_digit()) => self.number(),
            b'"' => TokenKind::String(self.quoted(start, b'"')),
            b'\'' => TokenKind::Char(self.quoted(start, b'\'')),
            0x80.. => {
                while self.peek().is_some_and(|byte| !byte.is_ascii()) {
                    self.bump();
                }
                TokenKind::High
            }
            _ => self.punctuation(byte),
        }
    }

    fn punctuation(&mut self, first: u8) -> TokenKind {
        let saved = self.pos;
        for text in PUNCTUATION.into_iter().filter(|it| it.starts_with(char::from(first))) {
            if text.bytes().all(|byte| self.bump() == Some(byte)) {
                return TokenKind::Punct(text);
            }
            self.pos = saved;
        }
        match self.bump() {
            Some(b'#') => TokenKind::Punct("#"),
            Some(byte) => TokenKind::Other(byte),
            None => TokenKind::End,
        }
    }

    fn quoted(&mut self, start: usize, quote: u8) -> Rc<[u8]> {
        self.bump();
        let mut inner = Vec::new();
        loop {
            match self.peek() {
                Some(byte) if byte == quote => {
                    self.bump();
                    return inner.into();
                }
                None | Some(b'\n' | b'\r') => {
                    let what = if quote == b'"' { "string" } else { "character" };
                    self.quote_errors.push(
                        Diagnostic::error(
                            self.span_from(start),
                            format!("this {what} has no end on its line"),
                        )
                        .with_code("lex"),
                    );
                    return inner.into();
                }
                // Written as an escape, so that it is read as the byte that it is.
                Some(b'\\') if self.ends_wide_character(self.pos) => {
                    inner.extend(*br"\\");
                    self.bump();
                }
                Some(b'\\') => {
                    inner.push(b'\\');
                    self.bump();
                    if let Some(escaped) = self.peek().filter(|byte| !matches!(byte, b'\n' | b'\r'))
                    {
                        inner.push(escaped);
                        self.bump();
                    }
                }
                Some(byte) => {
                    inner.push(byte);
                    self.bump();
                }
            }
        }
    }

    /// Reads a number: hexadecimal, or digits with fraction, exponent and whatever letters follow.
    fn number(&mut self) -> TokenKind {
        let mut text = String::new();
        let digit = |byte: u8| byte.is_ascii_digit();
        self.take_while(&mut text, digit);
        if text == "0" && matches!(self.peek(), Some(b'x' | b'X')) {
            self.take_while(&mut text, is_word);
            return TokenKind::Number(text.into());
        }
        if self.peek() == Some(b'.') && !self.swizzle_follows() {
            self.bump();
            text.push('.');
            if let Some(special) = self.special_number() {
                self.pos += special.len();
                text.push_str(special);
            } else {
                self.take_while(&mut text, digit);
            }
        }
        if let Some(letter @ (b'e' | b'E')) = self.peek() {
            let saved = (self.pos, text.len());
            self.bump();
            text.push(char::from(letter));
            if let Some(sign @ (b'+' | b'-')) = self.peek() {
                self.bump();
                text.push(char::from(sign));
            }
            if self.peek().is_some_and(digit) {
                self.take_while(&mut text, digit);
            } else {
                self.pos = saved.0;
                text.truncate(saved.1);
            }
        }
        self.take_while(&mut text, is_word);
        TokenKind::Number(text.into())
    }

    /// Returns what follows the dot of an infinity or of what is no number, as the C library of Microsoft spells them:
    /// `1.#INF`.
    fn special_number(&self) -> Option<&'static str> {
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        SPECIAL_NUMBERS.into_iter().find(|it| rest.starts_with(it.as_bytes()))
    }

    /// Returns whether the dot here begins a member, as in `1.xxx`, and not a fraction.
    fn swizzle_follows(&self) -> bool {
        self.peek_second().is_some_and(|next| b"xyzwrgbastpq_".contains(&next))
    }
}

/// What stands after `1.` for an infinity, and for what is no number.
const SPECIAL_NUMBERS: [&str; 4] = ["#INF", "#IND", "#QNAN", "#SNAN"];

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C | 0x1A)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
