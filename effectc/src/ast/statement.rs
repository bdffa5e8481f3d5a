//! Statements of function bodies.

use super::{Attribute, Block, Expr, StructDef, Typedef, Variable};
use crate::source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// `[unroll]` and the like.
    pub attributes: Vec<Attribute>,
    /// What it is.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `f(x);`
    Expr(Expr),
    /// `float a = 1, b[2];`: one or more variables that share type and modifiers.
    Declare(Vec<Variable>),
    /// A struct inside a function.
    Struct(StructDef),
    /// A typedef inside a function.
    Typedef(Typedef),
    /// `{ .. }`
    Block(Block),
    /// `if (condition) then else otherwise`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `for (init; condition; step) body`
    For {
        /// What runs first.
        init: ForInit,
        /// Whether it goes on.
        condition: Option<Box<Expr>>,
        /// What runs after the body.
        step: Option<Box<Expr>>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `while (condition) body`
    While(Expr, Box<Stmt>),
    /// `do body while (condition);`
    DoWhile(Box<Stmt>, Expr),
    /// `switch (value) { cases }`
    Switch(Expr, Vec<SwitchCase>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `discard;`
    Discard,
    /// `return value;`
    Return(Option<Expr>),
}

/// The first part of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    Empty,
    /// `i = 0`
    Expr(Expr),
    /// `int i = 0, j = 1`
    Declare(Vec<Variable>),
}

/// Some labels and the statements after them.
#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// One or more labels.
    pub labels: Vec<SwitchLabel>,
    /// The statements; empty only when the switch ends after the labels.
    pub body: Vec<Stmt>,
}

/// A label of a `switch`.
#[derive(Clone, Debug)]
pub enum SwitchLabel {
    /// `case value:`
    Case(Expr),
    /// `default:`
    Default(Span),
}
