//! Reads the statements of functions.

use crate::hash::HashSet;

use super::declaration::Place;
use super::{Parsed, Parser};
use crate::ast::{Block, Expr, ForInit, Stmt, StmtKind, SwitchCase, SwitchLabel, Variable};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Parser<'_> {
    /// Reads the block of a function.
    pub(super) fn function_body(&mut self) -> Parsed<Block> {
        self.block()
    }

    /// Reads `{ .. }`, with a scope of types of its own.
    fn block(&mut self) -> Parsed<Block> {
        self.enter()?;
        let open = self.span();
        self.expect("{")?;
        self.types.push(HashSet::default());
        let mut stmts = Vec::new();
        while self.block_goes_on(open) {
            self.stmt_into(&mut stmts);
        }
        self.types.pop();
        self.leave();
        Ok(Block { stmts, span: self.end_block(open) })
    }

    /// Reads one statement and the structs that were defined in it; leaves it out when it is wrong.
    fn stmt_into(&mut self, stmts: &mut Vec<Stmt>) {
        // Structs of an enclosing declaration are not this statement's.
        let outer = std::mem::take(&mut self.hoisted);
        let stmt = self.recover(Self::stmt);
        let structs = std::mem::replace(&mut self.hoisted, outer);
        stmts.extend(structs.into_iter().map(|definition| Stmt {
            attributes: Vec::new(),
            span: definition.span,
            kind: StmtKind::Struct(definition),
        }));
        stmts.extend(stmt);
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        self.enter()?;
        let start = self.span();
        let attributes = self.attributes()?;
        let kind = self.stmt_kind()?;
        self.leave();
        Ok(Stmt { attributes, kind, span: self.since(start) })
    }

    /// Reads the statement under `if`, `for` and the like; one that is wrong becomes empty, so that what is around it
    /// stays.
    fn inner_stmt(&mut self) -> Parsed<Box<Stmt>> {
        let start = self.span();
        let stmt = self.recover(Self::stmt);
        Ok(Box::new(stmt.unwrap_or_else(|| Stmt {
            attributes: Vec::new(),
            kind: StmtKind::Empty,
            span: self.since(start),
        })))
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        if self.at("{") {
            return Ok(StmtKind::Block(self.block()?));
        }
        if self.eat(";") {
            return Ok(StmtKind::Empty);
        }
        let Some(word) = self.word() else { return self.expression_stmt() };
        match &*word {
            "if" => self.if_stmt(),
            "for" => self.for_stmt(),
            "while" => {
                self.bump();
                let condition = self.parenthesized()?;
                Ok(StmtKind::While(condition, self.inner_stmt()?))
            }
            "do" => self.do_stmt(),
            "switch" => self.switch_stmt(),
            "break" => self.word_stmt(StmtKind::Break),
            "continue" => self.word_stmt(StmtKind::Continue),
            "discard" => self.word_stmt(StmtKind::Discard),
            "return" => {
                self.bump();
                let value = if self.at(";") { None } else { Some(self.returned()?) };
                self.expect_semicolon()?;
                Ok(StmtKind::Return(value))
            }
            "typedef" => {
                let start = self.span();
                let mut definitions = self.typedef()?;
                match (definitions.pop(), definitions.is_empty()) {
                    (Some(definition), true) => Ok(StmtKind::Typedef(definition)),
                    _ => {
                        Err(self
                            .error(self.since(start), "a `typedef` in a function defines one name"))
                    }
                }
            }
            "else" => Err(self.error(self.span(), "`else` without `if`")),
            "case" | "default" if self.ahead_is(1, ":") || &*word == "case" => {
                Err(self.error(self.span(), format!("`{word}` outside `switch`")))
            }
            _ if self.declaration_follows() => self.declaration_stmt(),
            _ => self.expression_stmt(),
        }
    }

    fn word_stmt(&mut self, kind: StmtKind) -> Parsed<StmtKind> {
        self.bump();
        self.expect_semicolon()?;
        Ok(kind)
    }

    /// Reads what `return` returns; a line break right after it means that the `;` is missing.
    fn returned(&mut self) -> Parsed<Expr> {
        if self.at("}") {
            return Err(self.expected("`;`"));
        }
        self.expression()
    }

    fn expression_stmt(&mut self) -> Parsed<StmtKind> {
        let expr = self.expression()?;
        self.expect_semicolon()?;
        Ok(StmtKind::Expr(expr))
    }

    fn declaration_stmt(&mut self) -> Parsed<StmtKind> {
        let is_struct = self.at_word("struct") || self.at_word("class");
        let (variables, has_variables) = {
            let mut modifiers = self.modifiers();
            let ty = self.declared_type(&mut modifiers)?;
            if is_struct && self.at(";") {
                (Vec::new(), false)
            } else {
                let first = self.expect_ident("the name of a variable")?;
                (self.declarators(&[], &modifiers, &ty, first, Place::Local)?, true)
            }
        };
        self.expect_semicolon()?;
        if has_variables {
            return Ok(StmtKind::Declare(variables));
        }
        // The struct itself is the statement.
        match self.hoisted.pop() {
            Some(definition) => Ok(StmtKind::Struct(definition)),
            None => Ok(StmtKind::Empty),
        }
    }

    fn parenthesized(&mut self) -> Parsed<Expr> {
        let open = self.span();
        self.expect("(")?;
        let expr = self.expression()?;
        self.expect_closing(")", open)?;
        Ok(expr)
    }

    fn if_stmt(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let condition = self.parenthesized()?;
        let then = self.inner_stmt()?;
        let otherwise = if self.eat_word("else") { Some(self.inner_stmt()?) } else { None };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn for_stmt(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let open = self.span();
        self.expect("(")?;
        let init = if self.at(";") {
            ForInit::Empty
        } else if self.declaration_follows() {
            ForInit::Declare(self.for_variables()?)
        } else {
            ForInit::Expr(self.expression()?)
        };
        self.expect(";")?;
        let condition = if self.at(";") { None } else { Some(Box::new(self.expression()?)) };
        self.expect(";")?;
        let step = if self.at(")") { None } else { Some(Box::new(self.expression()?)) };
        self.expect_closing(")", open)?;
        let body = self.inner_stmt()?;
        Ok(StmtKind::For { init, condition, step, body })
    }

    fn for_variables(&mut self) -> Parsed<Vec<Variable>> {
        let mut modifiers = self.modifiers();
        let ty = self.declared_type(&mut modifiers)?;
        let first = self.expect_ident("the name of a variable")?;
        self.declarators(&[], &modifiers, &ty, first, Place::Local)
    }

    fn do_stmt(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let body = self.inner_stmt()?;
        if !self.eat_word("while") {
            return Err(self.expected("`while` after the body of `do`"));
        }
        let condition = self.parenthesized()?;
        self.expect_semicolon()?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn switch_stmt(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let value = self.parenthesized()?;
        let open = self.span();
        self.expect("{")?;
        self.types.push(HashSet::default());
        let mut cases: Vec<SwitchCase> = Vec::new();
        while self.block_goes_on(open) {
            if let Some(label) = self.switch_label()? {
                match cases.last_mut().filter(|case| case.body.is_empty()) {
                    Some(case) => case.labels.push(label),
                    None => cases.push(SwitchCase { labels: vec![label], body: Vec::new() }),
                }
                continue;
            }
            let span = self.span();
            let mut stmts = Vec::new();
            self.stmt_into(&mut stmts);
            match cases.last_mut() {
                Some(case) => case.body.extend(stmts),
                None => self.report(Diagnostic::error(
                    span,
                    "expected `case` or `default` before this statement",
                )),
            }
        }
        self.types.pop();
        self.end_block(open);
        Ok(StmtKind::Switch(value, cases))
    }

    fn switch_label(&mut self) -> Parsed<Option<SwitchLabel>> {
        let span: Span = self.span();
        let label = if self.at_word("case") {
            self.bump();
            SwitchLabel::Case(self.expression()?)
        } else if self.at_word("default") && self.ahead_is(1, ":") {
            self.bump();
            SwitchLabel::Default(span)
        } else {
            return Ok(None);
        };
        self.expect(":")?;
        Ok(Some(label))
    }
}
