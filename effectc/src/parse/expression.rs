//! Reads expressions, by precedence.

use super::types::{TypeWord, numeric_type};
use super::{MAX_EXPRESSION_HEIGHT, Parsed, Parser};
use crate::ast::{AssignOp, BinaryOp, Expr, ExprKind, Ident, Literal, UnaryOp};
use crate::lex::TokenKind;
use crate::source::Span;

/// An expression and how high its tree is.
struct Tall(Expr, u32);

/// Binary operators with their levels; a higher level binds more tightly.
pub(crate) const BINARY_OPERATORS: [(&str, BinaryOp, u8); 18] = [
    ("||", BinaryOp::Or, 1),
    ("&&", BinaryOp::And, 2),
    ("|", BinaryOp::BitOr, 3),
    ("^", BinaryOp::BitXor, 4),
    ("&", BinaryOp::BitAnd, 5),
    ("==", BinaryOp::Equal, 6),
    ("!=", BinaryOp::NotEqual, 6),
    ("<", BinaryOp::Less, 7),
    (">", BinaryOp::Greater, 7),
    ("<=", BinaryOp::LessEqual, 7),
    (">=", BinaryOp::GreaterEqual, 7),
    ("<<", BinaryOp::ShiftLeft, 8),
    (">>", BinaryOp::ShiftRight, 8),
    ("+", BinaryOp::Add, 9),
    ("-", BinaryOp::Sub, 9),
    ("*", BinaryOp::Mul, 10),
    ("/", BinaryOp::Div, 10),
    ("%", BinaryOp::Rem, 10),
];

impl Parser<'_> {
    /// Reads an expression, commas included.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.comma().map(|Tall(expr, _)| expr)
    }

    fn comma(&mut self) -> Parsed<Tall> {
        let Tall(mut left, mut height) = self.assignment_tall()?;
        while self.eat(",") {
            let Tall(right, right_height) = self.assignment_tall()?;
            let span = left.span.to(right.span);
            let kind = ExprKind::Comma(left.into(), right.into());
            Tall(left, height) = self.tall(kind, span, height.max(right_height))?;
        }
        Ok(Tall(left, height))
    }

    /// Reads an expression up to a comma.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.assignment_tall().map(|Tall(expr, _)| expr)
    }

    /// Reads the arguments of a call, whose `(` stands here, and the `)`.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.arguments_tall().map(|(args, _)| args)
    }

    fn tall(&mut self, kind: ExprKind, span: Span, inner_height: u32) -> Parsed<Tall> {
        if inner_height >= MAX_EXPRESSION_HEIGHT {
            let limit = MAX_EXPRESSION_HEIGHT;
            return Err(
                self.error(span, format!("this expression nests more than {limit} operations"))
            );
        }
        Ok(Tall(Expr::new(kind, span), inner_height + 1))
    }

    fn arguments_tall(&mut self) -> Parsed<(Vec<Expr>, u32)> {
        let open = self.span();
        self.expect("(")?;
        let outer = std::mem::replace(&mut self.no_angles, false);
        let mut args = Vec::new();
        let mut height = 0;
        if !self.at(")") {
            loop {
                let Tall(arg, arg_height) = self.assignment_tall()?;
                args.push(arg);
                height = height.max(arg_height);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect_closing(")", open)?;
        self.no_angles = outer;
        Ok((args, height))
    }

    fn assignment_tall(&mut self) -> Parsed<Tall> {
        self.enter()?;
        let Tall(target, height) = self.conditional()?;
        let result = match self.assign_op() {
            Some(op) => {
                self.bump();
                let Tall(value, value_height) = self.assignment_tall()?;
                let span = target.span.to(value.span);
                let kind = ExprKind::Assign(op, target.into(), value.into());
                self.tall(kind, span, height.max(value_height))
            }
            None => Ok(Tall(target, height)),
        };
        self.leave();
        result
    }

    fn assign_op(&self) -> Option<AssignOp> {
        let TokenKind::Punct(text) = self.token().kind else { return None };
        if text == "=" {
            return Some(None);
        }
        let operator = text.strip_suffix('=')?;
        let is_assignment =
            matches!(operator, "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^");
        let found =
            BINARY_OPERATORS.iter().find(|(text, ..)| is_assignment && *text == operator)?;
        Some(Some(found.1))
    }

    fn conditional(&mut self) -> Parsed<Tall> {
        let Tall(condition, height) = self.binary(0)?;
        if !self.eat("?") {
            return Ok(Tall(condition, height));
        }
        let Tall(then, then_height) = self.assignment_tall()?;
        self.expect(":")?;
        let Tall(otherwise, otherwise_height) = self.assignment_tall()?;
        let span = condition.span.to(otherwise.span);
        let kind = ExprKind::Conditional(condition.into(), then.into(), otherwise.into());
        self.tall(kind, span, height.max(then_height).max(otherwise_height))
    }

    fn binary(&mut self, min_level: u8) -> Parsed<Tall> {
        let Tall(mut left, mut height) = self.unary()?;
        while let TokenKind::Punct(text) = self.token().kind {
            if self.no_angles && matches!(text, "<" | ">" | ">>" | ">=") {
                break;
            }
            let Some(&(_, op, level)) = BINARY_OPERATORS
                .iter()
                .find(|(operator, _, level)| *operator == text && *level >= min_level)
            else {
                break;
            };
            self.bump();
            let Tall(right, right_height) = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            let kind = ExprKind::Binary(op, left.into(), right.into());
            Tall(left, height) = self.tall(kind, span, height.max(right_height))?;
        }
        Ok(Tall(left, height))
    }

    fn unary(&mut self) -> Parsed<Tall> {
        let start = self.span();
        let op = match self.token().kind {
            TokenKind::Punct("+") => UnaryOp::Plus,
            TokenKind::Punct("-") => UnaryOp::Minus,
            TokenKind::Punct("!") => UnaryOp::Not,
            TokenKind::Punct("~") => UnaryOp::BitNot,
            TokenKind::Punct("++") => UnaryOp::PreIncrement,
            TokenKind::Punct("--") => UnaryOp::PreDecrement,
            TokenKind::Punct("(") if self.cast_follows() => return self.cast(),
            _ => return self.postfix(),
        };
        self.enter()?;
        self.bump();
        let Tall(operand, height) = self.unary()?;
        let span = start.to(operand.span);
        let result = self.tall(ExprKind::Unary(op, operand.into()), span, height);
        self.leave();
        result
    }

    /// Returns whether the `(` here begins a cast.
    fn cast_follows(&self) -> bool {
        let mut at = 1;
        while self.modifier_ahead(at).is_some() {
            at += 1;
        }
        let Some(mut word) = self.type_word(at) else { return false };
        if self.ahead_is_word(at, "unsigned") && self.ahead_is_ident(at + 1) {
            at += 1;
        }
        if self.ahead_is_word(at, "struct") && self.ahead_is_ident(at + 1) {
            at += 1;
            word = TypeWord::Certain;
        }
        let next = self.ahead(at + 1);
        if next.is(")") {
            // A name that is not known to be a type is one where nothing but an operand follows.
            let after = &self.ahead(at + 2).kind;
            return word == TypeWord::Certain
                || matches!(
                    after,
                    TokenKind::Ident(_) | TokenKind::Number(_) | TokenKind::Punct("(")
                );
        }
        let is_array = next.is("[") && word == TypeWord::Certain;
        let is_template = next.is("<") && word == TypeWord::Likely;
        is_array || is_template
    }

    fn cast(&mut self) -> Parsed<Tall> {
        self.enter()?;
        let open = self.span();
        self.bump();
        self.modifiers();
        let ty = self.parse_type()?;
        let array = self.array_dims()?;
        self.expect_closing(")", open)?;
        let Tall(operand, height) = self.unary()?;
        let span = open.to(operand.span);
        let result = self.tall(ExprKind::Cast(ty, array, operand.into()), span, height);
        self.leave();
        result
    }

    fn postfix(&mut self) -> Parsed<Tall> {
        let Tall(mut expr, mut height) = self.primary()?;
        loop {
            let start = expr.span;
            let (kind, inner) = match self.token().kind {
                TokenKind::Punct(".") => {
                    self.bump();
                    let name = self.expect_ident("the name of a member or method")?;
                    if self.at("(") {
                        let (args, args_height) = self.arguments_tall()?;
                        (ExprKind::Method(expr.into(), name, args), height.max(args_height))
                    } else {
                        (ExprKind::Member(expr.into(), name), height)
                    }
                }
                TokenKind::Punct("[") => {
                    let open = self.span();
                    self.bump();
                    let outer = std::mem::replace(&mut self.no_angles, false);
                    let Tall(index, index_height) = self.comma()?;
                    self.no_angles = outer;
                    self.expect_closing("]", open)?;
                    (ExprKind::Index(expr.into(), index.into()), height.max(index_height))
                }
                TokenKind::Punct("++") => {
                    self.bump();
                    (ExprKind::Unary(UnaryOp::PostIncrement, expr.into()), height)
                }
                TokenKind::Punct("--") => {
                    self.bump();
                    (ExprKind::Unary(UnaryOp::PostDecrement, expr.into()), height)
                }
                _ => return Ok(Tall(expr, height)),
            };
            let span = start.to(self.previous_span());
            Tall(expr, height) = self.tall(kind, span, inner)?;
        }
    }

    fn primary(&mut self) -> Parsed<Tall> {
        let span = self.span();
        let leaf = |kind| Ok(Tall(Expr::new(kind, span), 1));
        match self.token().kind.clone() {
            TokenKind::Number(_) => leaf(ExprKind::Literal(self.number()?)),
            TokenKind::String(_) => {
                let text = self.string()?;
                let span = span.to(self.previous_span());
                Ok(Tall(Expr::new(ExprKind::Literal(Literal::String(text)), span), 1))
            }
            TokenKind::Punct("(") => {
                self.bump();
                let outer = std::mem::replace(&mut self.no_angles, false);
                let inner = self.comma()?;
                self.no_angles = outer;
                self.expect_closing(")", span)?;
                Ok(inner)
            }
            TokenKind::Ident(name) => self.name_or_call(&name, span),
            _ => Err(self.expected("an expression")),
        }
    }

    fn name_or_call(&mut self, name: &str, span: Span) -> Parsed<Tall> {
        let leaf = |kind| Ok(Tall(Expr::new(kind, span), 1));
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        match name {
            "true" | "false" => {
                self.bump();
                return leaf(ExprKind::Literal(Literal::Bool(name == "true")));
            }
            "unsigned" => return self.construct(span),
            _ => {}
        }
        if is("NULL") && !self.ahead_is(1, "(") {
            self.bump();
            return leaf(ExprKind::Null);
        }
        if is("compile") && self.ahead_is_ident(1) && self.ahead_is_ident(2) {
            self.bump();
            let profile = self.expect_ident("a profile")?;
            return self.compile_entry(profile, span);
        }
        if is("CompileShader") && self.ahead_is(1, "(") {
            return self.compile_shader(span);
        }
        if is("asm") && self.ahead_is(1, "{") {
            self.bump();
            self.skip_braces();
            let whole = span.to(self.previous_span());
            if self.is_in_function() {
                self.error(whole, "assembly language in functions cannot be compiled");
            }
            return Ok(Tall(Expr::new(ExprKind::Asm, whole), 1));
        }
        let is_function = self.functions.contains(name);
        let next_is_call = self.ahead_is(1, "(");
        let is_vector_or_matrix = is("vector") || is("matrix");
        let is_constructor = numeric_type(name).is_some()
            || self.is_declared_type(name)
            || is_vector_or_matrix
            || is("float")
            || is("dword");
        if !is_function && next_is_call && is_constructor {
            return self.construct(span);
        }
        if !is_function && is_vector_or_matrix && self.ahead_is(1, "<") && !self.no_angles {
            return self.construct(span);
        }
        self.bump();
        let mut name = Ident { name: name.to_owned(), span };
        while self.eat("::") {
            let inner = self.expect_ident("a name")?;
            name =
                Ident { name: format!("{}::{}", name.name, inner.name), span: span.to(inner.span) };
        }
        if self.at("(") {
            let (args, height) = self.arguments_tall()?;
            let span = span.to(self.previous_span());
            return self.tall(ExprKind::Call(name, args), span, height);
        }
        Ok(Tall(Expr::new(ExprKind::Name(name.name), name.span), 1))
    }

    fn construct(&mut self, span: Span) -> Parsed<Tall> {
        let ty = self.parse_type()?;
        let (args, height) = self.arguments_tall()?;
        let span = span.to(self.previous_span());
        self.tall(ExprKind::Construct(ty, args), span, height)
    }

    /// Reads `CompileShader(profile, Entry(args))`.
    fn compile_shader(&mut self, span: Span) -> Parsed<Tall> {
        self.bump();
        let open = self.span();
        self.expect("(")?;
        if self.ahead_is_effect_word(0, "NULL") && self.ahead_is(1, ")") {
            self.bump();
            self.bump();
            return Ok(Tall(Expr::new(ExprKind::Null, span.to(self.previous_span())), 1));
        }
        let profile = self.expect_ident("a profile such as `vs_5_0`")?;
        self.expect(",")?;
        let Tall(mut expr, height) = self.compile_entry(profile, span)?;
        self.expect_closing(")", open)?;
        expr.span = span.to(self.previous_span());
        Ok(Tall(expr, height))
    }

    fn compile_entry(&mut self, profile: Ident, span: Span) -> Parsed<Tall> {
        let entry = self.expect_ident("the name of a function")?;
        if !self.at("(") {
            let failed = self.expected(&format!("`(` after the function `{}`", entry.name));
            return Err(failed);
        }
        let (args, height) = self.arguments_tall()?;
        let span = span.to(self.previous_span());
        let (profile, entry) = (Box::new(profile), Box::new(entry));
        self.tall(ExprKind::Compile { profile, entry, args }, span, height)
    }
}
