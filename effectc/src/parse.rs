//! Parses the tokens of an effect to its [syntax tree](crate::ast).
//!
//! Recursive descent. A rule that fails has reported why and returns `Failed`; whoever can go on skips to
//! the next `;`, `}` or item and does, so that one run finds all errors. Names of types are kept in a set,
//! which decides whether `(a)b` is a cast. Recursion and the height of expressions are bounded.

mod declaration;
mod effect;
mod expression;
mod item;
mod literal;
mod namespace;
mod statement;
mod types;

pub(crate) use expression::BINARY_OPERATORS;

use crate::hash::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::ast::{Effect, Ident, Item, ModifierKind, StructDef};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lex::{Token, TokenKind};
use crate::preprocess::{IncludeLoader, PreprocessOptions, preprocess};
use crate::source::{FileId, SourceMap, Span};

/// How deep statements, types and expressions may nest.
pub const MAX_DEPTH: usize = 200;

/// How many operators and calls may stand above each other in one expression.
pub const MAX_EXPRESSION_HEIGHT: u32 = 400;

/// What reading an effect gives.
#[derive(Debug)]
pub struct ParsedEffect {
    /// The tree; what did not parse is left out.
    pub effect: Effect,
    /// Errors and warnings of files, preprocessor and parser, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Every file that was read, the main one first, as it was opened.
    pub dependencies: Vec<PathBuf>,
}

/// Reads, preprocesses and parses an effect. Whatever the files hold, there is a result.
pub fn parse_effect(
    sources: &mut SourceMap,
    loader: &dyn IncludeLoader,
    options: &PreprocessOptions,
    main_file: &Path,
) -> ParsedEffect {
    let mut diagnostics = Diagnostics::new();
    let preprocessed = preprocess(sources, loader, options, main_file, &mut diagnostics);
    let effect = preprocessed.tokens.map_or_else(Effect::default, |tokens| {
        let mut parser = Parser::new(tokens, sources, &mut diagnostics);
        Effect { items: parser.items() }
    });
    ParsedEffect {
        effect,
        diagnostics: diagnostics.into_vec(),
        dependencies: preprocessed.dependencies,
    }
}

/// A rule failed and has said why.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    /// Ends with [`TokenKind::End`].
    tokens: Vec<Token>,
    pos: usize,
    sources: &'a SourceMap,
    diagnostics: &'a mut Diagnostics,
    /// Names of structs and typedefs, by scope.
    types: Vec<HashSet<String>>,
    functions: HashSet<String>,
    namespaces: namespace::Namespaces,
    depth: usize,
    /// Structs that were defined together with a variable, until their declaration is done.
    hoisted: Vec<StructDef>,
    /// Items that stood inside others: directives.
    pending_items: Vec<Item>,
    /// The packing that a pragma inside this item gives to what follows in it.
    packing_inside: Option<ModifierKind>,
    /// Where a missing `}` was reported, so that enclosing blocks do not report it again.
    unclosed_at: Option<usize>,
    /// How many constant buffers without a name there were.
    unnamed_buffers: usize,
    /// Whether `<` and `>` end the expression, as in annotations and templates.
    no_angles: bool,
    /// Whether the rule that failed has already gone on to the end of what it stood for.
    is_recovered: bool,
    /// Lines on which the lexer or preprocessor found an error: what the parser finds there follows from it.
    spoilt_lines: HashSet<(FileId, usize)>,
    /// Macro calls in whose result the parser found an error.
    spoilt_calls: HashSet<(FileId, u32)>,
}

impl<'a> Parser<'a> {
    fn new(tokens: Vec<Token>, sources: &'a SourceMap, diagnostics: &'a mut Diagnostics) -> Self {
        let line_of = |span: Span| (span.file, sources.file(span.file).line_index(span.start));
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let spoilt_lines = errors.filter_map(|error| error.span).map(line_of).collect();
        let mut it = Self {
            tokens: namespace::join_names(tokens),
            pos: 0,
            sources,
            diagnostics,
            types: vec![HashSet::default()],
            functions: HashSet::default(),
            namespaces: namespace::Namespaces::default(),
            depth: 0,
            hoisted: Vec::new(),
            pending_items: Vec::new(),
            packing_inside: None,
            unclosed_at: None,
            unnamed_buffers: 0,
            no_angles: false,
            is_recovered: false,
            spoilt_lines,
            spoilt_calls: HashSet::default(),
        };
        it.take_directives();
        it
    }

    /// Moves directives that stand here out of the way, to become items.
    fn take_directives(&mut self) {
        while let Some(Token { kind: TokenKind::PackMatrix { row_major }, span, .. }) =
            self.tokens.get(self.pos)
        {
            let pack = crate::ast::PackMatrix { row_major: *row_major, span: *span };
            self.packing_inside = Some(match row_major {
                true => ModifierKind::RowMajor,
                false => ModifierKind::ColumnMajor,
            });
            self.pending_items.push(Item::PackMatrix(pack));
            self.pos += 1;
        }
    }

    fn token(&self) -> &Token {
        self.ahead(0)
    }

    /// Whether a function's body stands around here.
    fn is_in_function(&self) -> bool {
        self.types.len() > 1
    }

    /// The token `count` places ahead; the last one when there are fewer.
    fn ahead(&self, count: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.pos + count).min(last)]
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// The span of the token before this one; of this one at the start.
    fn previous_span(&self) -> Span {
        let before = self.tokens[..self.pos].iter().rev();
        before
            .map(|token| (token.span, &token.kind))
            .find(|(_, kind)| !matches!(kind, TokenKind::PackMatrix { .. }))
            .map_or_else(|| self.span(), |(span, _)| span)
    }

    fn is_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    fn bump(&mut self) {
        if !self.is_end() {
            self.pos += 1;
            self.take_directives();
        }
    }

    fn at(&self, punct: &str) -> bool {
        self.token().is(punct)
    }

    fn ahead_is(&self, count: usize, punct: &str) -> bool {
        self.ahead(count).is(punct)
    }

    fn eat(&mut self, punct: &str) -> bool {
        let is_there = self.at(punct);
        if is_there {
            self.bump();
        }
        is_there
    }

    fn word(&self) -> Option<Rc<str>> {
        self.token().ident().cloned()
    }

    fn at_word(&self, word: &str) -> bool {
        self.ahead_is_word(0, word)
    }

    fn ahead_is_word(&self, count: usize, word: &str) -> bool {
        self.ahead(count).ident().is_some_and(|name| &**name == word)
    }

    /// Effects keywords count in any case.
    fn ahead_is_effect_word(&self, count: usize, word: &str) -> bool {
        self.ahead(count).ident().is_some_and(|name| name.eq_ignore_ascii_case(word))
    }

    fn ahead_is_ident(&self, count: usize) -> bool {
        self.ahead(count).ident().is_some()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_there = self.at_word(word);
        if is_there {
            self.bump();
        }
        is_there
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if let Some(span) = diagnostic.span {
            let line = self.sources.file(span.file).line_index(span.start);
            if self.spoilt_lines.contains(&(span.file, line)) {
                return;
            }
            // All that comes out of one macro call stands at one place: the first error there says enough.
            if span.expansion.is_some() && !self.spoilt_calls.insert((span.file, span.start)) {
                return;
            }
        }
        self.diagnostics.push(diagnostic.with_code("parse"));
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::error(span, message));
        Failed
    }

    /// Reports that `what` should stand here.
    fn expected(&mut self, what: &str) -> Failed {
        let found = self.token().described();
        let message = format!("expected {what}, found {found}");
        let previous = self.previous_span();
        // What is missing at the end of a line is missing there, not where the next token stands.
        if self.begins_line() {
            let error = Diagnostic::error(previous.after(), message);
            self.report(error.with_label(format!("expected {what} here")));
            return Failed;
        }
        self.error(self.span(), message)
    }

    /// Returns whether the token stands on another line than the one before it.
    fn begins_line(&self) -> bool {
        let (previous, span) = (self.previous_span(), self.span());
        let file = self.sources.file(previous.file);
        self.pos > 0
            && (previous.file != span.file
                || file.line_index(previous.end) != file.line_index(span.start))
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// Expects `close`, the partner of what stands at `open`.
    fn expect_closing(&mut self, close: &str, open: Span) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        let found = self.token().described();
        let span = if self.begins_line() { self.previous_span().after() } else { self.span() };
        let error = Diagnostic::error(span, format!("expected `{close}`, found {found}"));
        self.report(error.with_note_at(open, "to close this"));
        Err(Failed)
    }

    /// Expects `;`. Where only the line ends instead, says so and goes on as if it were there.
    fn expect_semicolon(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        let failed = self.expected("`;`");
        if self.begins_line() || self.at("}") { Ok(()) } else { Err(failed) }
    }

    fn expect_ident(&mut self, what: &str) -> Parsed<Ident> {
        match self.word() {
            Some(name) => {
                let span = self.span();
                self.bump();
                Ok(Ident { name: name.as_ref().to_owned(), span })
            }
            None => Err(self.expected(what)),
        }
    }

    /// Expects the `>` of a template or annotation, which may be the first part of a longer token.
    fn expect_closing_angle(&mut self, open: Span) -> Parsed<()> {
        let rest = match self.token().kind {
            TokenKind::Punct(">>") => ">",
            TokenKind::Punct(">=") => "=",
            TokenKind::Punct(">>=") => ">=",
            _ => return self.expect_closing(">", open),
        };
        let token = &mut self.tokens[self.pos];
        token.kind = TokenKind::Punct(rest);
        token.span.start = (token.span.start + 1).min(token.span.end);
        Ok(())
    }

    /// Goes one level deeper, or reports that this is too deep. Levels end with [`Self::leave`]; after a failure
    /// whoever goes on restores the depth.
    fn enter(&mut self) -> Parsed<()> {
        if self.depth >= MAX_DEPTH {
            return Err(
                self.error(self.span(), format!("this nests deeper than {MAX_DEPTH} levels"))
            );
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs a rule; after a failure skips to the end of the statement that it was in.
    fn recover<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Option<T> {
        let (depth, scopes, no_angles, start) =
            (self.depth, self.types.len(), self.no_angles, self.pos);
        match rule(self) {
            Ok(value) => Some(value),
            Err(Failed) => {
                self.depth = depth;
                self.types.truncate(scopes);
                self.no_angles = no_angles;
                if std::mem::take(&mut self.is_recovered) {
                    return None;
                }
                self.skip_statement();
                if self.pos == start && !self.at("}") {
                    self.bump();
                }
                None
            }
        }
    }

    /// Skips past the next `;`, or past a block, or up to the `}` of the block around this.
    fn skip_statement(&mut self) {
        while !self.is_end() {
            match self.token().kind {
                TokenKind::Punct(";") => {
                    self.bump();
                    return;
                }
                TokenKind::Punct("}") => return,
                TokenKind::Punct("{") => {
                    self.skip_braces();
                    self.eat(";");
                    return;
                }
                _ if self.begins_line() && self.is_item_start() => return,
                _ => self.bump(),
            }
        }
    }

    /// Skips a `{` and everything up to its `}`, or up to what looks like a new item.
    fn skip_braces(&mut self) {
        let mut depth = 0usize;
        while !self.is_end() {
            match self.token().kind {
                TokenKind::Punct("{") => depth += 1,
                TokenKind::Punct("}") => depth = depth.saturating_sub(1),
                _ if self.begins_line() && self.is_item_start() => return,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Returns whether a list in braces goes on. Reports a `{` that nothing closes, once.
    fn block_goes_on(&mut self, open: Span) -> bool {
        if self.at("}") || self.diagnostics.is_full() {
            return false;
        }
        if !self.is_end() && !self.is_item_start() {
            return true;
        }
        if self.unclosed_at != Some(self.pos) {
            self.unclosed_at = Some(self.pos);
            let found = self.token().described();
            let error = Diagnostic::error(open, "this `{` is not closed")
                .with_note_at(self.span(), format!("expected `}}` before {found}"));
            self.report(error);
        }
        false
    }

    /// Ends a block: eats the `}` unless [`Self::block_goes_on`] has reported that it is missing. Returns the
    /// span from `open` to it.
    fn end_block(&mut self, open: Span) -> Span {
        self.eat("}");
        open.to(self.previous_span())
    }

    fn declare_type(&mut self, name: &str) {
        if let Some(scope) = self.types.last_mut() {
            scope.insert(name.to_owned());
        }
    }

    fn is_declared_type(&self, name: &str) -> bool {
        self.types.iter().any(|scope| scope.contains(name))
    }
}
