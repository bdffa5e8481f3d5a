//! Prints statements.

use super::{Printer, text_of};
use crate::ast::{
    Block, Expr, ExprKind, ForInit, Stmt, StmtKind, SwitchCase, SwitchLabel, UnaryOp, Variable,
};

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        self.open_brace();
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        self.close_brace("");
    }

    /// Prints a statement as one or more lines.
    pub fn stmt(&mut self, stmt: &Stmt) {
        self.begin_line(stmt.span);
        for attribute in &stmt.attributes {
            self.attribute(attribute);
            self.put(" ");
        }
        match &stmt.kind {
            StmtKind::Empty => self.put(";"),
            // It would be taken for the beginning of a declaration.
            StmtKind::Expr(expr) if begins_with_type(expr) => {
                self.put("(");
                self.expression(expr);
                self.put(");");
            }
            StmtKind::Expr(expr) => {
                self.expression(expr);
                self.put(";");
            }
            StmtKind::Declare(variables) => self.declare(variables),
            StmtKind::Struct(definition) => {
                self.struct_def(definition);
                self.put(";");
            }
            StmtKind::Typedef(definition) => self.typedef(definition),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(condition, then, otherwise) => {
                self.put("if (");
                self.expression(condition);
                self.put(")");
                // An `if` without `else` in here would take the `else` that follows.
                if otherwise.is_some() && ends_with_open_if(then) {
                    self.end_line();
                    self.open_brace();
                    self.stmt(then);
                    self.close_brace("");
                } else {
                    self.body(then);
                }
                if let Some(otherwise) = otherwise {
                    self.end_line();
                    self.put("else");
                    self.body(otherwise);
                }
            }
            StmtKind::For { init, condition, step, body } => {
                self.put("for (");
                match init {
                    ForInit::Empty => {}
                    ForInit::Expr(expr) => self.expression(expr),
                    ForInit::Declare(variables) => self.variables(variables),
                }
                self.put("; ");
                if let Some(condition) = condition {
                    self.expression(condition);
                }
                self.put("; ");
                if let Some(step) = step {
                    self.expression(step);
                }
                self.put(")");
                self.body(body);
            }
            StmtKind::While(condition, body) => {
                self.put("while (");
                self.expression(condition);
                self.put(")");
                self.body(body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.put("do");
                self.body(body);
                self.end_line();
                self.put("while (");
                self.expression(condition);
                self.put(");");
            }
            StmtKind::Switch(value, cases) => {
                self.put("switch (");
                self.expression(value);
                self.put(")");
                self.end_line();
                self.open_brace();
                for case in cases {
                    self.case(case);
                }
                self.close_brace("");
            }
            StmtKind::Break => self.put("break;"),
            StmtKind::Continue => self.put("continue;"),
            StmtKind::Discard => self.put("discard;"),
            StmtKind::Return(value) => {
                self.put("return");
                if let Some(value) = value {
                    self.put(" ");
                    self.expression(value);
                }
                self.put(";");
            }
        }
        self.end_line();
    }

    /// Prints the statement under another one.
    fn body(&mut self, stmt: &Stmt) {
        self.end_line();
        let is_block = matches!(stmt.kind, StmtKind::Block(_));
        self.indent += usize::from(!is_block);
        self.stmt(stmt);
        self.indent -= usize::from(!is_block);
    }

    fn case(&mut self, case: &SwitchCase) {
        for label in &case.labels {
            match label {
                SwitchLabel::Case(value) => {
                    self.begin_line(value.span);
                    self.put("case ");
                    self.expression(value);
                    self.put(":");
                }
                SwitchLabel::Default(span) => {
                    self.begin_line(*span);
                    self.put("default:");
                }
            }
            self.end_line();
        }
        self.indent += 1;
        for stmt in &case.body {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn declare(&mut self, variables: &[Variable]) {
        self.variables(variables);
        self.put(";");
    }

    /// Prints variables of one declaration. Those whose type differs from the one before begin a declaration of
    /// their own, which only a tree that was rewritten can hold.
    fn variables(&mut self, variables: &[Variable]) {
        let mut before: Option<&Variable> = None;
        for variable in variables {
            match before {
                Some(before) if shares_type(before, variable) => {
                    self.put(", ");
                    self.declarator(variable);
                }
                Some(_) => {
                    self.put(";");
                    self.begin_line(variable.span);
                    self.variable(variable);
                }
                None => self.variable(variable),
            }
            before = Some(variable);
        }
    }
}

/// Returns whether both can stand in one declaration, leaving places aside.
fn shares_type(a: &Variable, b: &Variable) -> bool {
    let head = |variable: &Variable| {
        text_of(|printer| {
            printer.modifiers(&variable.modifiers);
            printer.type_name(&variable.ty);
        })
    };
    b.attributes.is_empty() && head(a) == head(b)
}

/// Whether the first token is the type of a constructor: `float4(a, 1).x;`.
fn begins_with_type(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Construct(..) => true,
        ExprKind::Binary(_, first, _)
        | ExprKind::Assign(_, first, _)
        | ExprKind::Conditional(first, ..)
        | ExprKind::Comma(first, _)
        | ExprKind::Method(first, ..)
        | ExprKind::Member(first, _)
        | ExprKind::Index(first, _)
        | ExprKind::Unary(UnaryOp::PostIncrement | UnaryOp::PostDecrement, first) => {
            begins_with_type(first)
        }
        _ => false,
    }
}

fn ends_with_open_if(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::If(_, _, None) => true,
        StmtKind::If(_, _, Some(inner))
        | StmtKind::For { body: inner, .. }
        | StmtKind::While(_, inner) => ends_with_open_if(inner),
        _ => false,
    }
}
