//! Reads what only effects have: state blocks, techniques, passes, groups.

use super::types::numeric_type;
use super::{Parsed, Parser};
use crate::ast::{
    Expr, ExprKind, Group, Ident, Pass, PassStmt, StateAssignment, StateBlock, StateBlockStyle,
    Technique, TechniqueKind, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;

/// The keywords of techniques, in any case.
const TECHNIQUES: [(&str, TechniqueKind); 3] = [
    ("technique", TechniqueKind::Technique),
    ("technique10", TechniqueKind::Technique10),
    ("technique11", TechniqueKind::Technique11),
];

impl Parser<'_> {
    /// Returns whether `keyword [name] {` or `keyword [name] <` stands here.
    fn effect_block_follows(&self, keyword: &str) -> bool {
        let begins_body = |count: usize| self.ahead_is(count, "{") || self.ahead_is(count, "<");
        self.ahead_is_effect_word(0, keyword)
            && (begins_body(1) || (self.ahead_is_ident(1) && begins_body(2)))
    }

    /// Returns which technique begins here.
    pub(super) fn technique_follows(&self) -> Option<TechniqueKind> {
        let found = TECHNIQUES.iter().find(|(keyword, _)| self.effect_block_follows(keyword));
        found.map(|(_, kind)| *kind)
    }

    pub(super) fn group_follows(&self) -> bool {
        self.effect_block_follows("fxgroup")
    }

    /// Reads the name and the annotations of a technique, pass or group, whose keyword stands here.
    fn heading(&mut self) -> Parsed<(Option<Ident>, Vec<Variable>)> {
        self.bump();
        let name = match self.word() {
            Some(_) => Some(self.expect_ident("a name")?),
            None => None,
        };
        let annotations = if self.at("<") { self.annotations()? } else { Vec::new() };
        Ok((name, annotations))
    }

    pub(super) fn group(&mut self) -> Parsed<Group> {
        let start = self.span();
        let (name, annotations) = self.heading()?;
        let open = self.span();
        self.expect("{")?;
        let mut techniques = Vec::new();
        // Techniques are what this block holds, so that they do not end it.
        while !self.at("}") && !self.is_end() && !self.diagnostics.is_full() {
            match self.technique_follows() {
                Some(kind) => techniques.extend(self.recover(|parser| parser.technique(kind))),
                None if self.eat(";") => {}
                None => {
                    self.recover::<()>(|parser| Err(parser.expected("a technique")));
                }
            }
        }
        if self.is_end() {
            self.block_goes_on(open);
        }
        self.eat("}");
        let span = self.since(start);
        self.eat(";");
        Ok(Group { name, annotations, techniques, span })
    }

    pub(super) fn technique(&mut self, kind: TechniqueKind) -> Parsed<Technique> {
        let start = self.span();
        let (name, annotations) = self.heading()?;
        let open = self.span();
        self.expect("{")?;
        let mut passes = Vec::new();
        while self.block_goes_on(open) {
            if self.eat(";") {
                continue;
            }
            if self.ahead_is_effect_word(0, "pass") {
                passes.extend(self.recover(Self::pass));
            } else if self.ahead_is_ident(0) && self.ahead_is(1, "(") {
                self.unknown_macro("expected `pass`");
            } else {
                self.recover::<()>(|parser| Err(parser.expected("`pass`")));
            }
        }
        self.eat("}");
        let span = self.since(start);
        self.eat(";");
        Ok(Technique { kind, name, annotations, passes, span })
    }

    /// Reports that `name(..)`, which stands here, is no macro, and skips it.
    pub(super) fn unknown_macro(&mut self, expected: &str) {
        let (Some(word), span) = (self.word(), self.span()) else { return };
        let error = Diagnostic::error(span, format!("{expected}, found `{word}`"));
        self.report(error.with_help(format!(
            "if `{word}` is a macro, the file that defines it is not included before this line"
        )));
        self.bump();
        let mut depth = 0usize;
        while !self.is_end() {
            match self.token().kind {
                TokenKind::Punct("(") => depth += 1,
                TokenKind::Punct(")") => depth -= 1,
                TokenKind::Punct("{" | "}" | ";") => return,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    fn pass(&mut self) -> Parsed<Pass> {
        let start = self.span();
        let (name, annotations) = self.heading()?;
        let open = self.span();
        self.expect("{")?;
        let mut stmts = Vec::new();
        while self.block_goes_on(open) {
            if self.eat(";") {
                continue;
            }
            if let Some(block) = self.inline_state_block() {
                stmts.extend(block.states.into_iter().map(PassStmt::Assign));
                continue;
            }
            stmts.extend(self.recover(Self::pass_stmt));
        }
        self.eat("}");
        let span = self.since(start);
        self.eat(";");
        Ok(Pass { name, annotations, stmts, span })
    }

    /// Reads `StateBlock = stateblock_state { .. }` in a pass: what the block assigns, the pass assigns.
    fn inline_state_block(&mut self) -> Option<StateBlock> {
        let begins = self.ahead_is_effect_word(0, "stateblock")
            && self.ahead_is(1, "=")
            && self.keyword_block_begins(2);
        if !begins {
            return None;
        }
        (0..3).for_each(|_| self.bump());
        let block = self.recover(|parser| parser.state_block(StateBlockStyle::Keyword));
        self.eat(";");
        block
    }

    fn pass_stmt(&mut self) -> Parsed<PassStmt> {
        if self.ahead_is_ident(0) && self.ahead_is(1, "(") {
            let name = self.expect_ident("a call")?;
            let start = name.span;
            let args = self.arguments()?;
            let span = self.since(start);
            self.expect_semicolon()?;
            return Ok(PassStmt::Call { name, args, span });
        }
        let assignment =
            self.state_assignment("a call such as `SetVertexShader(..)`, or a state")?;
        self.expect_semicolon()?;
        Ok(PassStmt::Assign(assignment))
    }

    /// Reads `name[index] = value`.
    fn state_assignment(&mut self, what: &str) -> Parsed<StateAssignment> {
        let start = self.span();
        let name = self.expect_ident(what)?;
        let mut index = None;
        if self.at("[") {
            let open = self.span();
            self.bump();
            index = Some(self.expression()?);
            self.expect_closing("]", open)?;
        }
        self.expect("=")?;
        let value = self.state_value()?;
        Ok(StateAssignment { name, index, value, span: self.since(start) })
    }

    fn state_value(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat("<") {
            let name = self.expect_ident("the name of a texture")?;
            if self.at("[") {
                // `<Maps[1]>`: an element of an array.
                let open = self.span();
                self.bump();
                let index = self.expression()?;
                self.expect_closing("]", open)?;
                self.expect_closing_angle(start)?;
                let array = Expr::name(name.name, name.span);
                let kind = ExprKind::Index(array.into(), index.into());
                return Ok(Expr::new(kind, self.since(start)));
            }
            self.expect_closing_angle(start)?;
            return Ok(Expr::new(ExprKind::AngleName(name), self.since(start)));
        }
        // `float4<1, 0, 0, 1>`: how the documentation of Direct3D 9 writes vectors.
        let is_vector = self.word().is_some_and(|word| {
            matches!(numeric_type(&word), Some(TypeKind::Scalar(_) | TypeKind::Vector(..)))
        });
        if is_vector && self.ahead_is(1, "<") {
            let ty = self.parse_type()?;
            let open = self.span();
            self.expect("<")?;
            let outer = std::mem::replace(&mut self.no_angles, true);
            let mut values = vec![self.assignment()?];
            while self.eat(",") {
                values.push(self.assignment()?);
            }
            self.no_angles = outer;
            self.expect_closing_angle(open)?;
            return Ok(Expr::new(ExprKind::Construct(ty, values), self.since(start)));
        }
        self.initializer()
    }

    /// Reads `{ { name = value; .. }, { .. } }`, the states of the elements of an array.
    pub(super) fn state_blocks(&mut self) -> Parsed<Vec<StateBlock>> {
        let open = self.span();
        self.expect("{")?;
        let mut blocks = Vec::new();
        while !self.at("}") {
            let style = if self.keyword_block_begins(0) {
                self.bump();
                StateBlockStyle::Keyword
            } else {
                StateBlockStyle::Block
            };
            blocks.push(self.state_block(style)?);
            self.eat(";");
            if !self.eat(",") {
                break;
            }
        }
        self.expect_closing("}", open)?;
        Ok(blocks)
    }

    /// Reads `{ name = value; .. }`.
    pub(super) fn state_block(&mut self, style: StateBlockStyle) -> Parsed<StateBlock> {
        let open = self.span();
        self.expect("{")?;
        let mut states = Vec::new();
        while self.block_goes_on(open) {
            if self.eat(";") {
                continue;
            }
            states.extend(self.recover(|parser| {
                let state = parser.state_assignment("the name of a state")?;
                // fx_2_0 files sometimes have commas here.
                if !parser.eat(",") || matches!(parser.token().kind, TokenKind::Punct(";")) {
                    parser.expect_semicolon()?;
                }
                Ok(state)
            }));
        }
        let span = self.end_block(open);
        Ok(StateBlock { style, states, span })
    }
}
