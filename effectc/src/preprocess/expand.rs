//! Replaces macros by their definitions.
//!
//! The algorithm is Dave Prosser's: each token carries the set of macros that may not expand it again, so
//! that a macro that names itself ends. What comes out of a macro gets the span of the macro's name in the
//! user's text and an [`Expansion`] that points into the definition; arguments keep their own spans.

use crate::hash::HashMap;
use std::rc::Rc;

use super::Preprocessor;
use crate::diagnostic::Diagnostic;
use crate::lex::{Hidden, Lexer, Token, TokenKind};
use crate::source::{Expansion, Span};

/// How many tokens macros may give in one effect.
const MAX_EXPANDED_TOKENS: usize = 500_000;

/// How deep macro calls may stand in the arguments of macro calls.
const MAX_ARGUMENT_DEPTH: usize = 100;

/// How deep macros may stand in the definitions of macros.
const MAX_MACRO_DEPTH: usize = 100;

/// How long a string or name may grow by `#` and `##`.
const MAX_MADE_BYTES: usize = 1 << 16;

/// How many bytes `#` and `##` may make in one effect.
const MAX_MADE_IN_ALL_BYTES: usize = 16 << 20;

/// A macro's definition.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// Tells definitions apart; one that comes after `#undef` has another.
    pub(super) number: u32,
    /// Where its name stands in the `#define`.
    pub(super) span: Span,
    /// Parameters; `None` for a macro without parentheses.
    pub(super) params: Option<Rc<[Rc<str>]>>,
    pub(super) body: Rc<[Token]>,
}

impl Macro {
    /// Returns whether defining one after the other changes nothing.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.params == other.params
            && self.body.len() == other.body.len()
            && self.body.iter().zip(other.body.iter()).all(|(a, b)| a.kind == b.kind)
    }
}

/// An argument of a macro call, before and after its own macros are replaced.
struct Argument {
    raw: Vec<Token>,
    expanded: Vec<Token>,
}

/// A macro call being replaced.
struct Call<'a> {
    name: &'a Rc<str>,
    name_token: &'a Token,
    hidden: &'a Hidden,
}

impl Preprocessor<'_> {
    /// Replaces all macros in `tokens`.
    pub(super) fn expand(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        self.expand_at_depth(tokens, 0)
    }

    /// Whether a token may stand for others.
    fn may_expand(&self, token: &Token) -> bool {
        token.ident().is_some_and(|name| {
            self.macros.contains_key(name)
                || name.starts_with("__")
                || self.in_condition && &**name == "defined"
        })
    }

    fn expand_at_depth(&mut self, tokens: Vec<Token>, depth: usize) -> Vec<Token> {
        // What stands before the first macro stays as it is, which in most runs is everything.
        let Some(first) = tokens.iter().position(|it| self.may_expand(it)) else { return tokens };
        let mut output = tokens;
        let mut pending = output.split_off(first);
        pending.reverse();
        while let Some(token) = pending.pop() {
            if self.stopped {
                break;
            }
            let Some(name) = token.ident().cloned() else {
                output.push(token);
                continue;
            };
            // As in Microsoft's preprocessor, `defined` may come out of a macro.
            if self.in_condition && &*name == "defined" {
                let shown = self.defined(&token, &mut pending);
                output.push(shown);
                continue;
            }
            if let Some(built_in) = self.built_in(&name, &token) {
                output.push(built_in);
                continue;
            }
            let definition = self.macros.get(&name);
            let Some(definition) = definition.filter(|it| !token.hidden.contains(it.number)) else {
                output.push(token);
                continue;
            };
            let definition = definition.clone();
            if token.hidden.len() >= MAX_MACRO_DEPTH {
                self.stop(token.span, format!("macros nest deeper than {MAX_MACRO_DEPTH}"));
                break;
            }
            let Some(params) = definition.params.clone() else {
                let hidden = token.hidden.with(definition.number);
                let call = Call { name: &name, name_token: &token, hidden: &hidden };
                let replaced = self.substitute(&call, &definition, &[], &[]);
                pending.extend(replaced.into_iter().rev());
                continue;
            };
            // Without a parenthesis the name of a function-like macro is only a name.
            if !pending.last().is_some_and(|next| next.is("(")) {
                output.push(token);
                continue;
            }
            let Some((raw, closing)) = self.arguments(&name, &token, &mut pending) else { break };
            let Some(arguments) =
                self.check_arguments(&name, &token, &definition, &params, raw, depth)
            else {
                continue;
            };
            let hidden = token.hidden.intersection(&closing.hidden).with(definition.number);
            let call = Call { name: &name, name_token: &token, hidden: &hidden };
            let replaced = self.substitute(&call, &definition, &params, &arguments);
            pending.extend(replaced.into_iter().rev());
        }
        output
    }

    /// `__LINE__` and `__FILE__`.
    fn built_in(&self, name: &str, token: &Token) -> Option<Token> {
        let open = self.open_files.last();
        let kind = match name {
            "__LINE__" => {
                // Not by its location, which counts the letters of the line before it.
                let index = self.sources.file(token.span.file).line_index(token.span.start);
                let line = i64::try_from(index).unwrap_or(i64::MAX).saturating_add(1);
                let shown = line + open.map_or(0, |file| file.line_offset);
                TokenKind::Number(shown.to_string().into())
            }
            "__FILE__" => {
                let own = self.sources.file(token.span.file).name();
                let shown = open.and_then(|file| file.shown_name.as_deref()).unwrap_or(own);
                let escaped = shown.replace('\\', "\\\\").replace('"', "\\\"");
                TokenKind::String(escaped.into_bytes().into())
            }
            _ => return None,
        };
        Some(Token { kind, ..token.clone() })
    }

    /// Takes the arguments of a call off `pending`, which starts with `(`; returns them and the closing
    /// parenthesis, or nothing when there is none.
    fn arguments(
        &mut self,
        name: &str,
        name_token: &Token,
        pending: &mut Vec<Token>,
    ) -> Option<(Vec<Vec<Token>>, Token)> {
        pending.pop();
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        while let Some(token) = pending.pop() {
            match token.kind {
                TokenKind::Punct(")") if depth == 0 => return Some((arguments, token)),
                TokenKind::Punct(",") if depth == 0 => {
                    arguments.push(Vec::new());
                    continue;
                }
                TokenKind::Punct("(") => depth += 1,
                TokenKind::Punct(")") => depth -= 1,
                _ => {}
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
        // The call has swallowed what follows: parsing the rest would only find more of this.
        self.incomplete = true;
        self.diagnostics.push(
            Diagnostic::error(
                name_token.span,
                format!("the arguments of the macro `{name}` have no end"),
            )
            .with_code("preprocess")
            .with_label("no `)` before the end of the file"),
        );
        None
    }

    fn check_arguments(
        &mut self,
        name: &str,
        name_token: &Token,
        definition: &Macro,
        params: &[Rc<str>],
        mut raw: Vec<Vec<Token>>,
        depth: usize,
    ) -> Option<Vec<Argument>> {
        if params.is_empty() && raw.len() == 1 && raw[0].is_empty() {
            raw.clear();
        }
        if raw.len() != params.len() {
            let wanted = params.len();
            let plural = if wanted == 1 { "" } else { "s" };
            self.diagnostics.push(
                Diagnostic::error(
                    name_token.span,
                    format!(
                        "the macro `{name}` takes {wanted} argument{plural}, not {}",
                        raw.len()
                    ),
                )
                .with_code("preprocess")
                .with_note_at(definition.span, "defined here"),
            );
            return None;
        }
        if depth >= MAX_ARGUMENT_DEPTH {
            self.stop(
                name_token.span,
                format!("macro calls nest deeper than {MAX_ARGUMENT_DEPTH} in arguments"),
            );
            return None;
        }
        let arguments = raw.into_iter().map(|raw| {
            let expanded = self.expand_at_depth(raw.clone(), depth + 1);
            Argument { raw, expanded }
        });
        Some(arguments.collect())
    }

    /// Returns the body with its parameters replaced, `#` and `##` done. As in fxc, and other than in C, `##` joins
    /// arguments that are expanded.
    fn substitute(
        &mut self,
        call: &Call<'_>,
        definition: &Macro,
        params: &[Rc<str>],
        arguments: &[Argument],
    ) -> Vec<Token> {
        let body = &definition.body;
        let argument_of = |token: &Token| {
            let position = params.iter().position(|param| Some(param) == token.ident())?;
            arguments.get(position)
        };
        let mut result: Vec<Token> = Vec::with_capacity(body.len());
        let mut index = 0;
        while let Some(token) = body.get(index) {
            if self.stopped {
                break;
            }
            let next = body.get(index + 1);
            let is_string = token.is("#") && definition.params.is_some();
            if let Some(argument) = next.filter(|_| is_string).and_then(argument_of) {
                let text = stringized(&argument.raw);
                self.check_made(call, &text);
                let made = self.body_token(call, token, TokenKind::String(text.into()));
                result.push(made);
                index += 2;
                continue;
            }
            let is_paste = token.is("##") && !result.is_empty();
            if let Some(right) = next.filter(|_| is_paste) {
                let right = match argument_of(right) {
                    Some(argument) => {
                        self.count_expanded(call.name_token.span, argument.expanded.len());
                        argument.expanded.clone()
                    }
                    None => vec![self.body_token(call, right, right.kind.clone())],
                };
                self.paste(call, token, &mut result, right);
                index += 2;
                continue;
            }
            match argument_of(token) {
                Some(argument) if next.is_some_and(|next| next.is("##")) => {
                    // An empty left side leaves a mark, so that `##` takes nothing from further left.
                    if argument.expanded.is_empty() {
                        result.push(Token::new(TokenKind::Newline, call.name_token.span));
                    }
                    self.count_expanded(call.name_token.span, argument.expanded.len());
                    result.extend(argument.expanded.iter().cloned());
                }
                Some(argument) => {
                    self.count_expanded(call.name_token.span, argument.expanded.len());
                    let mut inserted = argument.expanded.clone();
                    if let Some(first) = inserted.first_mut() {
                        first.space_before = token.space_before;
                    }
                    result.extend(inserted);
                }
                None => {
                    let made = self.body_token(call, token, token.kind.clone());
                    result.push(made);
                }
            }
            index += 1;
        }
        result.retain(|token| token.kind != TokenKind::Newline);
        // The tokens of an argument share few sets.
        let mut unions: HashMap<Option<*const u32>, Hidden> = HashMap::default();
        for token in &mut result {
            let union = unions
                .entry(token.hidden.address())
                .or_insert_with(|| token.hidden.union(call.hidden));
            token.hidden = union.clone();
        }
        if let Some(first) = result.first_mut() {
            first.space_before = call.name_token.space_before;
        }
        result
    }

    fn check_made(&mut self, call: &Call<'_>, text: &[u8]) {
        if text.len() > MAX_MADE_BYTES {
            let name = call.name;
            self.stop(
                call.name_token.span,
                format!("the macro `{name}` makes a token of {} bytes", text.len()),
            );
        }
        self.made_bytes += text.len();
        if self.made_bytes > MAX_MADE_IN_ALL_BYTES {
            self.stop(
                call.name_token.span,
                format!("macros make more than {MAX_MADE_IN_ALL_BYTES} bytes of strings and names"),
            );
        }
    }

    fn count_expanded(&mut self, span: Span, count: usize) {
        self.expanded_count += count;
        if self.expanded_count > MAX_EXPANDED_TOKENS {
            self.stop(span, format!("macros expand to more than {MAX_EXPANDED_TOKENS} tokens"));
        }
    }

    /// Makes a token of the result that comes from the body's token `origin`.
    fn body_token(&mut self, call: &Call<'_>, origin: &Token, kind: TokenKind) -> Token {
        self.count_expanded(call.name_token.span, 1);
        let expansion = self.sources.add_expansion(Expansion {
            macro_name: Rc::clone(call.name),
            definition: Some(origin.span),
            parent: call.name_token.span.expansion,
        });
        let span = Span { expansion: Some(expansion), ..call.name_token.span };
        Token { kind, span, space_before: origin.space_before, hidden: Hidden::default() }
    }

    /// Joins the last token of `result` with the first of `right` to one token.
    fn paste(
        &mut self,
        call: &Call<'_>,
        operator: &Token,
        result: &mut Vec<Token>,
        right: Vec<Token>,
    ) {
        let mut right = right.into_iter();
        let Some(first) = right.next() else { return };
        match result.pop() {
            Some(left) if left.kind != TokenKind::Newline => {
                let text = [left.spelling(), first.spelling()].concat();
                self.check_made(call, &text);
                let mut lexer = Lexer::new(&text, call.name_token.span.file);
                let joined = lexer.next_token().kind;
                let is_one = lexer.next_token().kind == TokenKind::End;
                let is_clean = lexer.comment_errors.is_empty() && lexer.quote_errors.is_empty();
                let is_token =
                    !matches!(joined, TokenKind::End | TokenKind::Newline | TokenKind::Other(_));
                if is_one && is_clean && is_token {
                    let made = self.body_token(call, operator, joined);
                    result.push(Token { space_before: left.space_before, ..made });
                } else if is_clean && is_token && joined == left.kind {
                    // fxc writes texts side by side, which may be those of two tokens: `object.##name`.
                    result.push(left);
                    result.push(Token { space_before: false, ..first });
                } else {
                    self.diagnostics.push(
                        Diagnostic::error(
                            call.name_token.span,
                            format!(
                                "`##` cannot join {} and {}",
                                left.described(),
                                first.described()
                            ),
                        )
                        .with_code("preprocess")
                        .with_note_at(operator.span, format!("in this macro: `{}`", call.name)),
                    );
                    result.push(left);
                    result.push(first);
                }
            }
            _ => result.push(first),
        }
        result.extend(right);
    }
}

/// The argument as text, one blank where it had any, quotes and backslashes inside strings escaped.
fn stringized(tokens: &[Token]) -> Vec<u8> {
    let mut text = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 && token.space_before {
            text.push(b' ');
        }
        let is_quoted = matches!(token.kind, TokenKind::String(_) | TokenKind::Char(_));
        for byte in token.spelling() {
            if is_quoted && matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
    }
    text
}
