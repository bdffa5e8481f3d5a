//! Finds the user's places of the HLSL compiler's messages.

use crate::hash::HashSet;

use crate::check::Entry;
use crate::diagnostic::Diagnostic;
use crate::print::line_directive_name;
use crate::source::{FileId, SourceMap, Span};
use crate::spirv::HlslMessage;

/// Leaves out what the HLSL compiler says only because of an error that it has reported before: further errors of
/// the same line, and the missing `return` of a function whose `return` it did not understand.
pub(super) fn without_echoes(messages: &[HlslMessage]) -> impl Iterator<Item = &HlslMessage> {
    let mut faulty_lines = HashSet::default();
    messages.iter().filter(move |message| {
        if message.warning {
            return true;
        }
        let is_echo = !faulty_lines.is_empty()
            && message.text.starts_with("function does not return a value");
        let is_new = match &message.place {
            Some(place) => faulty_lines.insert(place.clone()),
            None => true,
        };
        is_new && !is_echo
    })
}

pub(super) fn entry_error(entry: &Entry<'_>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(entry.function.name.span, message)
        .with_note(entry.while_compiling())
        .with_code("hlsl")
}

/// Finds the user's place of a message.
pub(super) struct Place<'p> {
    pub(super) sources: &'p SourceMap,
    pub(super) entry: &'p Entry<'p>,
}

impl Place<'_> {
    pub(super) fn diagnostic(&self, message: &HlslMessage) -> Diagnostic {
        let text = match message.token.as_str() {
            "" => message.text.clone(),
            token => format!("`{token}`: {}", message.text),
        };
        let span = message.place.as_ref().and_then(|(file, line)| {
            self.sources
                .files()
                .find(|(_, it)| line_directive_name(it) == *file)
                .and_then(|(id, _)| self.span(id, *line, &message.token))
        });
        let diagnostic = match (span, message.warning) {
            (Some(span), true) => Diagnostic::warning(span, text),
            (Some(span), false) => Diagnostic::error(span, text),
            (None, true) => Diagnostic::warning(self.entry.function.name.span, text),
            (None, false) => return entry_error(self.entry, text),
        };
        diagnostic.with_note(self.entry.while_compiling()).with_code("hlsl")
    }

    /// The token in the line if it stands there once, else the line without its blanks.
    fn span(&self, id: FileId, line: u32, token: &str) -> Option<Span> {
        let file = self.sources.file(id);
        let range = file.line_range((line as usize).checked_sub(1)?);
        let text = file.text().get(range.clone())?;
        let (start, length) = match single_word(text, token) {
            Some(at) => (at, token.len()),
            None => {
                let trimmed = text.trim();
                (text.len() - text.trim_start().len(), trimmed.len())
            }
        };
        let start = u32::try_from(range.start + start).ok()?;
        let end = start + u32::try_from(length).ok()?;
        Some(Span::new(id, start..end))
    }
}

/// Where `word` stands in the line as a whole word, if it does so exactly once.
fn single_word(line: &str, word: &str) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    let starts_as_word = is_part(word.chars().next());
    let mut found = line.match_indices(word).map(|(at, _)| at).filter(|at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !starts_as_word || (!is_part(before) && !is_part(after))
    });
    match (found.next(), found.next()) {
        (Some(at), None) => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_marked_where_it_stands_once() {
        assert_eq!(single_word("float4 nope = nope2;", "nope"), Some(7));
        assert_eq!(single_word("nope + nope", "nope"), None);
        assert_eq!(single_word("a = b;", "="), Some(2));
        assert_eq!(single_word("a", ""), None);
    }
}
