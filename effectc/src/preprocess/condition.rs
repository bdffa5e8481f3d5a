//! Evaluates the expressions of `#if` and `#elif`.

use super::Preprocessor;
use crate::diagnostic::Diagnostic;
use crate::lex::{Token, TokenKind};
use crate::source::Span;

/// How deep parentheses and unary operators may nest.
const MAX_DEPTH: usize = 100;
/// The longest condition, before macros are replaced. Copies of a line of megabytes would take gigabytes.
const MAX_TOKENS: usize = 100_000;

struct Evaluator<'a> {
    tokens: &'a [Token],
    pos: usize,
    depth: usize,
    /// The directive, for what is missing at its end.
    directive: Span,
}

type Value = Result<i64, Box<Diagnostic>>;

fn fail<T>(span: Span, message: impl Into<String>) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::error(span, message).with_code("preprocess")))
}

impl Preprocessor<'_> {
    /// Returns whether the expression is not zero; says what is wrong with it and returns false.
    pub(super) fn condition_holds(&mut self, tokens: Vec<Token>, directive: Span) -> bool {
        if tokens.len() > MAX_TOKENS {
            self.error(directive, format!("the condition has more than {MAX_TOKENS} tokens"));
            return false;
        }
        self.in_condition = true;
        let tokens = self.expand(tokens);
        self.in_condition = false;
        let mut evaluator = Evaluator { tokens: &tokens, pos: 0, depth: 0, directive };
        let outcome =
            evaluator.conditional(true).and_then(|value| match tokens.get(evaluator.pos) {
                None => Ok(value),
                Some(extra) => {
                    fail(extra.span, format!("the condition ends before {}", extra.described()))
                }
            });
        outcome.unwrap_or_else(|error| {
            self.diagnostics.push(*error);
            0
        }) != 0
    }

    /// Takes the rest of `defined X` or `defined(X)` off `pending`, whose last token comes next, before the macros in it
    /// are replaced; gives 1 or 0.
    pub(super) fn defined(&mut self, token: &Token, pending: &mut Vec<Token>) -> Token {
        let (name, taken) = match pending.as_slice() {
            [.., close, name, open] if open.is("(") && close.is(")") => (name.ident(), 3),
            [.., name] => (name.ident(), 1),
            [] => (None, 0),
        };
        let is_defined = name.is_some_and(|it| self.is_defined(it));
        if name.is_some() {
            pending.truncate(pending.len() - taken);
        } else {
            // What follows makes no sense.
            pending.clear();
            self.error(token.span, "`defined` needs the name of a macro");
        }
        let text = if is_defined { "1" } else { "0" };
        Token { kind: TokenKind::Number(text.into()), ..token.clone() }
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name) || matches!(name, "__LINE__" | "__FILE__")
    }
}

impl Evaluator<'_> {
    fn eat(&mut self, punct: &str) -> Option<Span> {
        let token = self.tokens.get(self.pos).filter(|token| token.is(punct))?;
        self.pos += 1;
        Some(token.span)
    }

    /// `is_live` is false in the branch that is not taken: division by zero is no error there.
    fn conditional(&mut self, is_live: bool) -> Value {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return fail(self.directive, format!("the condition nests deeper than {MAX_DEPTH}"));
        }
        let condition = self.binary(0, is_live)?;
        let value = if self.eat("?").is_some() {
            let then = self.conditional(is_live && condition != 0)?;
            if self.eat(":").is_none() {
                return fail(self.here(), "expected `:` after `?` in the condition");
            }
            let otherwise = self.conditional(is_live && condition == 0)?;
            if condition != 0 { then } else { otherwise }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn here(&self) -> Span {
        self.tokens.get(self.pos).map_or(self.directive, |token| token.span)
    }

    fn binary(&mut self, min_level: u8, is_live: bool) -> Value {
        let mut left = self.unary(is_live)?;
        while let Some(&Token { kind: TokenKind::Punct(operator), span, .. }) =
            self.tokens.get(self.pos)
        {
            let Some(level) = level_of(operator).filter(|&level| level >= min_level) else { break };
            self.pos += 1;
            let right_is_live = is_live
                && match operator {
                    "&&" => left != 0,
                    "||" => left == 0,
                    _ => true,
                };
            let right = self.binary(level + 1, right_is_live)?;
            left = match operate(operator, left, right) {
                Some(value) => value,
                None if is_live => return fail(span, "division by zero in the condition"),
                None => 0,
            };
        }
        Ok(left)
    }

    fn unary(&mut self, is_live: bool) -> Value {
        let Some(token) = self.tokens.get(self.pos) else {
            return fail(self.directive, "expected a value in the condition");
        };
        self.pos += 1;
        match &token.kind {
            TokenKind::Punct(operator @ ("!" | "-" | "+" | "~")) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return fail(
                        self.directive,
                        format!("the condition nests deeper than {MAX_DEPTH}"),
                    );
                }
                let value = self.unary(is_live)?;
                self.depth -= 1;
                Ok(match *operator {
                    "!" => i64::from(value == 0),
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                })
            }
            TokenKind::Punct("(") => {
                let value = self.conditional(is_live)?;
                match self.eat(")") {
                    Some(_) => Ok(value),
                    None => fail(token.span, "this parenthesis is not closed in the condition"),
                }
            }
            TokenKind::Number(text) => match integer(text) {
                Some(value) => Ok(value),
                None => fail(token.span, format!("`{text}` is not an integer")),
            },
            TokenKind::Char(inner) => Ok(inner.first().copied().map_or(0, i64::from)),
            // What is no macro counts as 0.
            TokenKind::Ident(name) => Ok(i64::from(&**name == "true")),
            _ => fail(
                token.span,
                format!("expected a value in the condition, found {}", token.described()),
            ),
        }
    }
}

fn level_of(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

fn operate(operator: &str, left: i64, right: i64) -> Option<i64> {
    // A shift by 64 or more, or by less than 0, gives 0 rather than what the machine happens to do.
    let shift = u32::try_from(right).ok().filter(|&count| count < 64);
    Some(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => shift.map_or(0, |count| left << count),
        ">>" => shift.map_or(0, |count| left >> count),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if right != 0 => left.wrapping_div(right),
        "%" if right != 0 => left.wrapping_rem(right),
        _ => return None,
    })
}

fn integer(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16)
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    Some(value.ok()?.cast_signed())
}
