//! Reads the lines that begin with `#`.

use std::rc::Rc;

use super::expand::Macro;
use super::{MAX_CONDITION_DEPTH, Preprocessor};
use crate::diagnostic::Diagnostic;
use crate::lex::{Lexer, Token, TokenKind};
use crate::source::Span;

/// An `#if` that is open.
pub(super) struct Condition {
    /// The directive that opened it.
    pub(super) span: Span,
    /// Whether the text around it counts.
    outer_is_active: bool,
    /// Whether the text since the last branch counts.
    branch_is_active: bool,
    /// Whether a branch has counted already.
    was_taken: bool,
    /// The `#else`, after which only `#endif` may come.
    else_span: Option<Span>,
}

impl Condition {
    pub(super) fn is_active(&self) -> bool {
        self.outer_is_active && self.branch_is_active
    }
}

impl Preprocessor<'_> {
    /// Reads and obeys one directive, whose `#` is at `hash`; the lexer ends after the line.
    pub(super) fn directive(
        &mut self,
        lexer: &mut Lexer<'_>,
        hash: Span,
        conditions: &mut Vec<Condition>,
    ) {
        let is_active = conditions.last().is_none_or(Condition::is_active);
        let word = lexer.next_token();
        let span = hash.to(word.span);
        let Some(name) = word.ident().cloned() else {
            match word.kind {
                TokenKind::Newline | TokenKind::End => return,
                _ if is_active => {
                    self.error(
                        span,
                        format!("expected a directive after `#`, found {}", word.described()),
                    );
                }
                _ => {}
            }
            self.rest_of_line(lexer, is_active);
            return;
        };
        match &*name {
            "if" | "ifdef" | "ifndef" => {
                self.open_condition(lexer, &name, span, is_active, conditions);
            }
            "elif" | "else" => self.next_branch(lexer, &name, span, conditions),
            "endif" => {
                self.rest_of_line(lexer, false);
                if conditions.pop().is_none() {
                    self.error(span, "`#endif` without `#if`");
                }
            }
            _ if !is_active => {
                self.rest_of_line(lexer, false);
            }
            "define" => self.define(lexer, span),
            "undef" => {
                let line = self.rest_of_line(lexer, true);
                match line.as_slice() {
                    [name] if name.ident().is_some() => {
                        if let Some(name) = name.ident() {
                            self.macros.remove(name);
                        }
                    }
                    _ => self.error(span, "`#undef` needs the name of one macro"),
                }
            }
            "include" => self.include_directive(lexer, span),
            "error" => {
                let text = lexer.rest_of_line();
                self.error(span, format!("#error {text}"));
                self.rest_of_line(lexer, false);
            }
            "warning" => {
                let text = lexer.rest_of_line();
                self.warn(span, format!("#warning {text}"));
                self.rest_of_line(lexer, false);
            }
            "pragma" => self.pragma(lexer, span),
            "line" => self.line(lexer, span),
            _ => {
                let error = Diagnostic::error(span, format!("`#{name}` is not a directive"));
                self.diagnostics.push(error.with_code("preprocess").with_label("unknown"));
                self.rest_of_line(lexer, false);
            }
        }
    }

    /// Reads the tokens up to the end of the line.
    fn rest_of_line(&mut self, lexer: &mut Lexer<'_>, is_active: bool) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next_token();
            if matches!(token.kind, TokenKind::Newline | TokenKind::End) {
                break;
            }
            tokens.push(token);
        }
        self.take_errors(lexer, is_active);
        tokens
    }

    fn open_condition(
        &mut self,
        lexer: &mut Lexer<'_>,
        name: &str,
        span: Span,
        is_active: bool,
        conditions: &mut Vec<Condition>,
    ) {
        let line = self.rest_of_line(lexer, is_active);
        if conditions.len() >= MAX_CONDITION_DEPTH {
            let message = format!("conditions nest deeper than {MAX_CONDITION_DEPTH}");
            self.stop(span, message);
            return;
        }
        let mut holds = false;
        if is_active && name == "if" {
            holds = self.condition_holds(line, span);
        } else if is_active {
            match line.first().and_then(Token::ident) {
                Some(macro_name) => {
                    let is_defined = self.is_defined(macro_name);
                    holds = is_defined == (name == "ifdef");
                    self.note_guard(name, macro_name, conditions.is_empty());
                }
                None => self.error(span, format!("`#{name}` needs the name of a macro")),
            }
        }
        conditions.push(Condition {
            span,
            outer_is_active: is_active,
            branch_is_active: holds,
            was_taken: holds,
            else_span: None,
        });
    }

    /// Remembers the first `#ifndef` of a file as its guard.
    fn note_guard(&mut self, directive: &str, macro_name: &Rc<str>, is_outermost: bool) {
        let Some(open) = self.open_files.last() else { return };
        if directive == "ifndef" && is_outermost && !self.guards.contains_key(&open.identity) {
            self.guards.insert(open.identity.clone(), Rc::clone(macro_name));
        }
    }

    fn next_branch(
        &mut self,
        lexer: &mut Lexer<'_>,
        name: &str,
        span: Span,
        conditions: &mut [Condition],
    ) {
        let Some(condition) = conditions.last_mut() else {
            self.rest_of_line(lexer, false);
            self.error(span, format!("`#{name}` without `#if`"));
            return;
        };
        if let Some(else_span) = condition.else_span {
            let error = Diagnostic::error(span, format!("`#{name}` after `#else`"));
            let error =
                error.with_code("preprocess").with_note_at(else_span, "the `#else` is here");
            self.diagnostics.push(error);
        }
        let may_hold = condition.outer_is_active && !condition.was_taken;
        if name == "else" {
            condition.else_span = Some(span);
            condition.branch_is_active = may_hold;
            condition.was_taken = true;
            self.rest_of_line(lexer, false);
        } else {
            condition.branch_is_active = false;
            let line = self.rest_of_line(lexer, may_hold);
            if may_hold && self.condition_holds(line, span) {
                condition.branch_is_active = true;
                condition.was_taken = true;
            }
        }
    }

    fn define(&mut self, lexer: &mut Lexer<'_>, span: Span) {
        let name_token = lexer.next_token();
        let Some(name) = name_token.ident().cloned() else {
            self.error(span, format!("`#define` needs a name, found {}", name_token.described()));
            if !matches!(name_token.kind, TokenKind::Newline | TokenKind::End) {
                self.rest_of_line(lexer, true);
            }
            return;
        };
        let line = self.rest_of_line(lexer, true);
        if matches!(&*name, "defined" | "__LINE__" | "__FILE__") {
            self.error(name_token.span, format!("`{name}` cannot be defined"));
            return;
        }
        let has_params = line.first().is_some_and(|token| token.is("(") && !token.space_before);
        let (params, body) = if has_params {
            match parse_params(&line) {
                Ok((params, body)) => (Some(params.into()), body),
                Err(error) => {
                    self.diagnostics.push(*error);
                    return;
                }
            }
        } else {
            (None, line.as_slice())
        };
        let mut edges = [body.first(), body.last()].into_iter().flatten();
        if let Some(edge) = edges.find(|token| token.is("##")) {
            self.error(edge.span, "`##` needs something on both sides");
            return;
        }
        self.macro_count += 1;
        let number = self.macro_count;
        let definition = Macro { number, span: name_token.span, params, body: body.into() };
        if let Some(old) = self.macros.get(&name).filter(|old| !old.is_same(&definition)) {
            let warning =
                Diagnostic::warning(name_token.span, format!("macro `{name}` defined anew"))
                    .with_code("preprocess")
                    .with_note_at(old.span, "the earlier definition is here");
            self.diagnostics.push(warning);
        }
        self.macros.insert(name, definition);
    }

    fn include_directive(&mut self, lexer: &mut Lexer<'_>, span: Span) {
        if let Some((name, name_span)) = lexer.include_name() {
            let extra = self.rest_of_line(lexer, true);
            if let Some(extra) = extra.first() {
                self.warn(extra.span, "text after `#include` is ignored");
            }
            self.include(&name, name_span);
            return;
        }
        // The name may come from a macro.
        let line = self.rest_of_line(lexer, true);
        let line_span = match (line.first(), line.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => span,
        };
        let tokens = self.expand(line);
        match tokens.as_slice() {
            [Token { kind: TokenKind::String(name), .. }] => self.include(name, line_span),
            [first, middle @ .., last] if first.is("<") && last.is(">") => {
                let mut name = Vec::new();
                for (index, token) in middle.iter().enumerate() {
                    if index > 0 && token.space_before {
                        name.push(b' ');
                    }
                    name.extend(token.spelling());
                }
                self.include(&name, line_span);
            }
            _ => self.error(line_span, "expected `\"file\"` or `<file>` after `#include`"),
        }
    }

    fn pragma(&mut self, lexer: &mut Lexer<'_>, span: Span) {
        let line = self.rest_of_line(lexer, false);
        let word = |index: usize| line.get(index).and_then(Token::ident).map(|name| &**name);
        match word(0) {
            Some("once") => {
                if let Some(open) = self.open_files.last() {
                    self.read_once.insert(open.identity.clone());
                }
            }
            Some("pack_matrix") => {
                let full_span = line.last().map_or(span, |last| span.to(last.span));
                let is_call = line.len() == 4 && line[1].is("(") && line[3].is(")");
                match word(2).filter(|_| is_call) {
                    Some(order @ ("row_major" | "column_major")) => {
                        let kind = TokenKind::PackMatrix { row_major: order == "row_major" };
                        self.output.push(Token::new(kind, full_span));
                    }
                    _ => self.error(
                        full_span,
                        "`#pragma pack_matrix` needs `(row_major)` or `(column_major)`",
                    ),
                }
            }
            // What fxc knows and what changes nothing here.
            Some("warning" | "message" | "def") => {}
            Some(other) => {
                self.warn(span.to(line[0].span), format!("`#pragma {other}` is not known"));
            }
            None => self.warn(span, "`#pragma` without a name"),
        }
    }

    fn line(&mut self, lexer: &mut Lexer<'_>, span: Span) {
        let line = self.rest_of_line(lexer, true);
        let tokens = self.expand(line);
        let (number, name) = match tokens.as_slice() {
            [Token { kind: TokenKind::Number(number), .. }] => (number.parse::<u32>().ok(), None),
            [
                Token { kind: TokenKind::Number(number), .. },
                Token { kind: TokenKind::String(name), .. },
            ] => (number.parse().ok(), Some(String::from_utf8_lossy(name).into_owned())),
            _ => (None, None),
        };
        let Some(number) = number else {
            self.error(span, "expected a line number and perhaps a name in quotes after `#line`");
            return;
        };
        let own_line = self.sources.location(span).line;
        if let Some(open) = self.open_files.last_mut() {
            open.line_offset = i64::from(number) - i64::from(own_line) - 1;
            open.shown_name = name.or(open.shown_name.take());
        }
    }
}

type Params<'a> = (Vec<Rc<str>>, &'a [Token]);

/// Reads `(a, b)`, the first tokens of `line`; returns the names and what follows.
fn parse_params(line: &[Token]) -> Result<Params<'_>, Box<Diagnostic>> {
    let fail = |token: &Token, message: String| {
        Err(Box::new(Diagnostic::error(token.span, message).with_code("preprocess")))
    };
    let mut params: Vec<Rc<str>> = Vec::new();
    let mut index = 1;
    if line.get(1).is_some_and(|token| token.is(")")) {
        return Ok((params, &line[2..]));
    }
    loop {
        let Some(token) = line.get(index) else {
            return fail(&line[0], "the macro's parameters have no end".to_owned());
        };
        let Some(name) = token.ident() else {
            return fail(
                token,
                format!("expected a parameter's name, found {}", token.described()),
            );
        };
        if params.contains(name) {
            return fail(token, format!("two parameters are called `{name}`"));
        }
        params.push(Rc::clone(name));
        match line.get(index + 1) {
            Some(token) if token.is(",") => index += 2,
            Some(token) if token.is(")") => return Ok((params, &line[index + 2..])),
            Some(token) => {
                return fail(
                    token,
                    format!("expected `,` or `)` after the parameter, found {}", token.described()),
                );
            }
            None => return fail(&line[0], "the macro's parameters have no end".to_owned()),
        }
    }
}
