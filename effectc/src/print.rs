//! Prints the syntax tree, or parts of it, as HLSL.
//!
//! What is printed parses to an equal tree. With [`PrintOptions::line_directives`] the text carries `#line` wherever
//! the user's line is not the one that follows by itself, so that messages about the text name the user's file
//! and line. Long statements break where the user broke them.

mod declaration;
mod expression;
mod statement;

use std::fmt::Write;
use std::ops::Range;

pub(crate) use self::expression::binary_operator;
use crate::ast::{Effect, Expr, Item, Type};
use crate::source::{FileId, SourceFile, SourceMap, Span};

/// What a line begins with that goes on with the line before.
const CONTINUATION: char = '\t';

/// What stands before the brace of a function's body, on the same line: nothing else has two blanks there.
const BEFORE_BODY: &str = "  ";

/// The same with the brace.
const BODY: &str = "  {";

/// For whom the text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Everything, as an effect file.
    #[default]
    Effect,
    /// For an HLSL compiler: without annotations and blocks of states. Techniques print as nothing.
    Shader,
}

/// How to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Whether the text says which line of which file it comes from.
    pub line_directives: bool,
    /// For whom it is.
    pub dialect: Dialect,
}

/// Collects printed text.
#[derive(Debug)]
pub struct Printer<'a> {
    sources: &'a SourceMap,
    options: PrintOptions,
    text: String,
    indent: usize,
    /// The place in the user's file that the compiler takes the current output line for.
    current: Option<(FileId, u32)>,
    /// The line that was looked up last, and its bytes. Most of what follows stands on it too.
    looked_up: Option<(FileId, u32, Range<usize>)>,
    /// The name in `#line` of the file that was named last.
    named: Option<(FileId, String)>,
    /// Whether nothing but the indent stands on the current line.
    at_line_start: bool,
    /// Whether comparisons need parentheses, as between `<` and `>`.
    no_angles: bool,
}

/// The file's name inside `#line "name"`: quotes and backslashes would end or change the string there.
pub fn line_directive_name(file: &SourceFile) -> String {
    let safe = |letter: char| match letter {
        '\\' => '/',
        '"' => '\'',
        letter if letter.is_control() => '_',
        letter => letter,
    };
    file.name().chars().map(safe).collect()
}

impl<'a> Printer<'a> {
    /// Makes a printer without text. `sources` are those of the tree that it will print.
    pub fn new(sources: &'a SourceMap, options: PrintOptions) -> Self {
        Self {
            sources,
            options,
            text: String::new(),
            indent: 0,
            current: None,
            looked_up: None,
            named: None,
            at_line_start: true,
            no_angles: false,
        }
    }

    /// Returns the text.
    pub fn finish(mut self) -> String {
        self.end_line();
        self.text
    }

    /// Prints all items of an effect.
    pub fn effect(&mut self, effect: &Effect) {
        for item in &effect.items {
            self.item(item);
        }
    }

    /// Prints one item, ending its line.
    pub fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Struct(definition) => self.struct_item(definition),
            Item::Typedef(definition) => self.typedef(definition),
            Item::ConstantBuffer(buffer) => self.constant_buffer(buffer),
            Item::Variable(variable) => self.global(variable),
            Item::Technique(technique) => self.technique(technique),
            Item::Group(group) => self.group(group),
            Item::PackMatrix(pack) => {
                self.end_line();
                let order = if pack.row_major { "row_major" } else { "column_major" };
                self.raw_line(&format!("#pragma pack_matrix({order})"));
            }
        }
    }

    /// Prints a line as it is: a directive, or code that comes from no place of the user's.
    pub fn raw_line(&mut self, line: &str) {
        self.end_line();
        self.text.push_str(line);
        self.at_line_start = false;
        self.end_line();
    }

    fn is_for_shaders(&self) -> bool {
        self.options.dialect == Dialect::Shader
    }

    /// Appends text to the current line.
    fn put(&mut self, text: &str) {
        if self.at_line_start && !text.is_empty() {
            self.text.extend(std::iter::repeat_n("    ", self.indent));
            self.at_line_start = false;
        }
        self.text.push_str(text);
    }

    /// Ends the current line, if anything stands on it.
    fn end_line(&mut self) {
        if !self.at_line_start {
            self.new_line();
        }
    }

    fn new_line(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.at_line_start = true;
        if let Some((_, line)) = &mut self.current {
            *line += 1;
        }
    }

    /// Begins a line for what stands at `span`, with a `#line` if the place is not the one that follows by itself.
    fn begin_line(&mut self, span: Span) {
        self.end_line();
        self.sync(span);
    }

    /// Within a line: breaks it where the user did, so that messages name the right line. [`without_lines`] mends such
    /// lines.
    fn follow(&mut self, span: Span) {
        if !self.options.line_directives || self.is_in_line(span) {
            return;
        }
        let (is_within, has_blank) = (!self.at_line_start, self.text.ends_with(' '));
        self.end_line();
        self.sync(span);
        if is_within {
            self.at_line_start = false;
            self.text.push(CONTINUATION);
            self.text.extend(has_blank.then_some(' '));
        }
    }

    fn place(&mut self, span: Span) -> (FileId, u32) {
        let start = span.start as usize;
        match &self.looked_up {
            Some((file, line, bytes)) if *file == span.file && bytes.contains(&start) => {
                (*file, *line)
            }
            _ => {
                let file = self.sources.file(span.file);
                let index = file.line_index(span.start);
                let line = u32::try_from(index + 1).unwrap_or(u32::MAX);
                self.looked_up = Some((span.file, line, file.line_range(index)));
                (span.file, line)
            }
        }
    }

    fn is_in_line(&mut self, span: Span) -> bool {
        let place = self.place(span);
        self.current == Some(place)
    }

    /// Writes `#line` unless the current line already counts as the line of `span`.
    fn sync(&mut self, span: Span) {
        if !self.options.line_directives || self.is_in_line(span) {
            return;
        }
        let (file, line) = self.place(span);
        let (_, name) = match self.named.take() {
            Some(known) if known.0 == file => self.named.insert(known),
            _ => self.named.insert((file, line_directive_name(self.sources.file(file)))),
        };
        // Writing to a String does not fail.
        let _ = writeln!(self.text, "#line {line} \"{name}\"");
        self.current = Some((file, line));
    }

    fn open_brace(&mut self) {
        self.put("{");
        self.end_line();
        self.indent += 1;
    }

    fn close_brace(&mut self, after: &str) {
        self.end_line();
        self.indent -= 1;
        self.put("}");
        self.put(after);
        self.end_line();
    }

    /// Prints items with commas between them.
    fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            print(self, item);
        }
    }
}

/// Gives the text that a printer without line directives would have given.
pub(crate) fn without_lines(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut line_start = 0;
    for line in text.lines().filter(|it| !it.starts_with("#line ")) {
        if let Some(rest) = line.strip_prefix(CONTINUATION) {
            result.pop();
            result.push_str(rest);
        } else {
            line_start = result.len();
            result.push_str(line);
        }
        // A block of its own has nothing before its brace.
        let head = result[line_start..].strip_suffix(BODY).filter(|it| !it.trim().is_empty());
        if let Some(head) = head {
            let indent = head.bytes().take_while(|it| *it == b' ').count();
            result.truncate(line_start + head.len());
            result.push('\n');
            result.extend(std::iter::repeat_n(' ', indent));
            result.push('{');
        }
        result.push('\n');
    }
    result
}

/// Returns an expression as text, for messages.
pub fn expression_text(expr: &Expr) -> String {
    text_of(|printer| printer.expression(expr))
}

/// Returns a type as text, for messages.
pub fn type_text(ty: &Type) -> String {
    text_of(|printer| printer.type_name(ty))
}

/// Returns what `print` prints, without `#line` and without the last line break.
fn text_of(print: impl FnOnce(&mut Printer<'_>)) -> String {
    let sources = SourceMap::new();
    let mut printer = Printer::new(&sources, PrintOptions::default());
    print(&mut printer);
    printer.text
}

/// The tree as text without its spans: equal texts mean equal trees.
pub fn structure(effect: &Effect) -> String {
    let full = format!("{effect:?}");
    let mut parts = full.split('@');
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match after_span(part) {
            Some(rest) => result.push_str(rest),
            None => {
                result.push('@');
                result.push_str(part);
            }
        }
    }
    result
}

/// Returns what follows `file:start..end`, if `text` begins with that.
fn after_span(text: &str) -> Option<&str> {
    let after_number = |text: &'_ str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then_some(digits)
    };
    let rest = &text[after_number(text)?..];
    let rest = rest.strip_prefix(':')?;
    let rest = rest[after_number(rest)?..].strip_prefix("..")?;
    Some(&rest[after_number(rest)?..])
}
