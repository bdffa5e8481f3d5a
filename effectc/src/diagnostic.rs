//! Says what is wrong with an effect, where, and what would help, as text with carets or as JSON.

use codespan_reporting::diagnostic as report;
use codespan_reporting::files::{Error as FilesError, Files};
use codespan_reporting::term;
use serde::Serialize;
use std::ops::Range;

use crate::source::{FileId, SourceMap, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The effect compiles; the user should look.
    Warning,
    /// The effect does not compile.
    Error,
}

/// A further remark, with a place if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What to say.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
}

/// One error or warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short stable name for tools, such as `parse`.
    pub code: Option<&'static str>,
    /// What is wrong: lower case, no final period.
    pub message: String,
    /// Where; `None` when it concerns no place in a file.
    pub span: Option<Span>,
    /// What stands beside the caret; may be empty.
    pub label: String,
    /// Further remarks, in order.
    pub notes: Vec<Note>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Longest message that is shown whole: names in it are the user's, and may be megabytes.
const MAX_MESSAGE_BYTES: usize = 2000;

/// The message, its middle left out where it is too long.
fn clipped(message: String) -> String {
    if message.len() <= MAX_MESSAGE_BYTES {
        return message;
    }
    let head = message.floor_char_boundary(MAX_MESSAGE_BYTES / 2);
    let tail = message.ceil_char_boundary(message.len() - MAX_MESSAGE_BYTES / 4);
    format!("{}...{}", &message[..head], &message[tail..])
}

impl Diagnostic {
    fn new(severity: Severity, span: Option<Span>, message: String) -> Self {
        Self {
            severity,
            code: None,
            message: clipped(message),
            span,
            label: String::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Makes an error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, Some(span), message.into())
    }

    /// Makes a warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, Some(span), message.into())
    }

    /// Makes an error that concerns no place in a file.
    pub fn error_without_place(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, None, message.into())
    }

    /// Makes a warning that concerns no place in a file.
    pub fn warning_without_place(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, None, message.into())
    }

    /// Adds the text beside the caret.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a remark without a place.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), span: None });
        self
    }

    /// Adds a remark with a place.
    #[must_use]
    pub fn with_note_at(mut self, span: Span, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), span: Some(span) });
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the stable name for tools.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Returns whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The remarks, and after them one for each macro that the place came out of, innermost first.
    fn notes_with_macros(&self, sources: &SourceMap) -> Vec<Note> {
        let mut notes = self.notes.clone();
        let mut next = self.span.and_then(|span| span.expansion);
        while let Some(id) = next {
            let expansion = sources.expansion(id);
            notes.push(Note {
                message: format!("in this macro: `{}`", expansion.macro_name),
                span: expansion.definition,
            });
            next = expansion.parent;
        }
        notes
    }

    /// Returns the diagnostic as text, `file:line:column` and carets included, with a final line break.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut writer = term::termcolor::NoColor::new(Vec::new());
        self.emit(sources, &mut writer);
        String::from_utf8_lossy(&writer.into_inner()).into_owned()
    }

    /// Returns the diagnostic as text with ANSI colours.
    pub fn render_coloured(&self, sources: &SourceMap) -> String {
        let mut writer = term::termcolor::Ansi::new(Vec::new());
        self.emit(sources, &mut writer);
        String::from_utf8_lossy(&writer.into_inner()).into_owned()
    }

    fn emit(&self, sources: &SourceMap, writer: &mut dyn term::termcolor::WriteColor) {
        let severity = match self.severity {
            Severity::Warning => report::Severity::Warning,
            Severity::Error => report::Severity::Error,
        };
        let notes = self.notes_with_macros(sources);
        let mut primary = report::Diagnostic::new(severity).with_message(&self.message);
        if let Some(span) = self.span {
            primary = show(primary, sources, span, &self.label);
        }
        for note in notes.iter().filter(|note| note.span.is_none()) {
            primary = primary.with_note(&note.message);
        }
        if let Some(help) = &self.help {
            primary = primary.with_note(format!("help: {help}"));
        }
        let placed = notes.iter().filter_map(|note| {
            let span = note.span?;
            let placed = report::Diagnostic::note().with_message(&note.message);
            Some(show(placed, sources, span, ""))
        });
        let config = term::Config { chars: term::Chars::ascii(), ..term::Config::default() };
        let files = DisplayFiles(sources);
        for part in std::iter::once(primary).chain(placed) {
            // Writing to memory does not fail, and every span of the map lies in one of its files.
            let outcome = term::emit(writer, &config, &files, &part);
            debug_assert!(outcome.is_ok(), "{outcome:?}");
        }
    }

    /// Returns the diagnostic as plain data for `--format json`.
    pub fn to_json(&self, sources: &SourceMap) -> JsonDiagnostic {
        JsonDiagnostic {
            severity: self.severity,
            code: self.code,
            message: self.message.clone(),
            place: self.span.map(|span| JsonPlace::new(sources, span)),
            label: self.label.clone(),
            notes: self
                .notes_with_macros(sources)
                .into_iter()
                .map(|note| JsonNote {
                    message: note.message,
                    place: note.span.map(|span| JsonPlace::new(sources, span)),
                })
                .collect(),
            help: self.help.clone(),
        }
    }
}

/// After how many errors a run stops looking for more.
pub const MAX_ERRORS: usize = 100;

/// Collects the diagnostics of a run: each once, and at most [`MAX_ERRORS`] errors and as many warnings.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    error_count: usize,
    warning_count: usize,
}

impl Diagnostics {
    /// Makes an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic, unless the same one is there for the same place or there are enough.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let place = |it: &Diagnostic| it.span.map(|span| (span.file, span.start, span.end));
        let is_same =
            |it: &Diagnostic| it.message == diagnostic.message && place(it) == place(&diagnostic);
        let count = match diagnostic.severity {
            Severity::Error => &mut self.error_count,
            Severity::Warning => &mut self.warning_count,
        };
        if *count >= MAX_ERRORS || self.list.iter().any(is_same) {
            return;
        }
        *count += 1;
        self.list.push(diagnostic);
    }

    /// The diagnostics so far.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Returns whether there are so many errors that looking for more helps nobody.
    pub fn is_full(&self) -> bool {
        self.error_count >= MAX_ERRORS
    }

    /// Returns whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.error_count > 0
    }

    /// Returns them in the order in which they were found, and after [`MAX_ERRORS`] errors a last one that says so.
    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        if self.is_full() {
            self.list.push(Diagnostic::error_without_place(format!(
                "stopped after {MAX_ERRORS} errors"
            )));
        }
        self.list
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut collected = Self::new();
        diagnostics.into_iter().for_each(|it| collected.push(it));
        collected
    }
}

/// Returns all diagnostics as text, in order.
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.render(sources)).collect()
}

/// Returns whether one of them is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// A diagnostic as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonDiagnostic {
    /// `error` or `warning`.
    pub severity: Severity,
    /// The stable name, if it has one.
    pub code: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub place: Option<JsonPlace>,
    /// The text beside the caret.
    pub label: String,
    /// Further remarks.
    pub notes: Vec<JsonNote>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A remark as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonNote {
    /// What to say.
    pub message: String,
    /// Where.
    pub place: Option<JsonPlace>,
}

/// A place as plain data; lines and columns count from 1, the end lies after the last character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonPlace {
    /// The file's name.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

impl JsonPlace {
    fn new(sources: &SourceMap, span: Span) -> Self {
        let start = sources.location(span);
        let end = sources.location_at(span.file, span.end);
        Self {
            file: sources.file(span.file).name().to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

/// The longest line that is shown; a hundred messages about one line of a megabyte would be as many megabytes.
const MAX_LINE_BYTES: usize = 4000;

/// Adds the place: with its line and a caret, or, if the line is longer than anyone would read, by its numbers.
fn show(
    diagnostic: report::Diagnostic<FileId>,
    sources: &SourceMap,
    span: Span,
    message: &str,
) -> report::Diagnostic<FileId> {
    let file = sources.file(span.file);
    let line_bytes = |at: u32| file.line_range(file.line_index(at)).len();
    if line_bytes(span.start).max(line_bytes(span.end)) <= MAX_LINE_BYTES {
        return diagnostic.with_label(label(sources, span, message));
    }
    let JsonPlace { file, line, column, .. } = JsonPlace::new(sources, span);
    let diagnostic = match message {
        "" => diagnostic,
        message => diagnostic.with_note(message),
    };
    diagnostic.with_note(format!("at {file}:{line}:{column}, in a line that is too long to show"))
}

fn label(sources: &SourceMap, span: Span, message: &str) -> report::Label<FileId> {
    let file = sources.file(span.file);
    let start = file.boundary_before(span.start);
    let end = file.boundary_after(span.end).max(start);
    report::Label::primary(span.file, start..end).with_message(message)
}

/// Shows a [`SourceMap`] to codespan-reporting.
struct DisplayFiles<'a>(&'a SourceMap);

impl<'a> Files<'a> for DisplayFiles<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, FilesError> {
        Ok(self.0.file(id).name())
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, FilesError> {
        Ok(self.0.file(id).text())
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, FilesError> {
        Ok(self.0.file(id).line_index(u32::try_from(byte_index).unwrap_or(u32::MAX)))
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, FilesError> {
        Ok(self.0.file(id).line_range(line_index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn renders_place_caret_notes_and_help() {
        let mut sources = SourceMap::new();
        let file = sources
            .add(Path::new("00. Light.fx"), b"int a;\r\n\tflot b; // \xC7\xD1\r\n".to_vec())
            .unwrap();
        let text = Diagnostic::error(Span::new(file, 9..13), "`flot` is not a type")
            .with_label("not declared before this line")
            .with_note("types are structs, typedefs and the built-in ones")
            .with_note_at(Span::new(file, 0..3), "a type looks like this")
            .with_help("did you mean `float`?")
            .render(&sources);
        insta::assert_snapshot!(text, @r"
        error: `flot` is not a type
          --> 00. Light.fx:2:2
          |
        2 |     flot b; // ·
          |     ^^^^ not declared before this line
          |
          = types are structs, typedefs and the built-in ones
          = help: did you mean `float`?

        note: a type looks like this
          --> 00. Light.fx:1:1
          |
        1 | int a;
          | ^^^
        ");
    }

    #[test]
    fn json_has_both_ends() {
        let mut sources = SourceMap::new();
        let file = sources.add(Path::new("a.fx"), b"x\n yy".to_vec()).unwrap();
        let json =
            Diagnostic::warning(Span::new(file, 3..5), "odd").with_code("parse").to_json(&sources);
        assert_eq!(
            serde_json::to_string(&json).unwrap(),
            r#"{"severity":"warning","code":"parse","message":"odd","place":{"file":"a.fx","line":2,"column":2,"end_line":2,"end_column":4},"label":"","notes":[],"help":null}"#
        );
    }
}
