//! Reading every expression and variable of a function's body.

use super::parts::Role;
use super::parts::read::{self, Part};
use super::{Block, Expr, Function, Item, Stmt, Variable};

/// What is told of the parts of a tree.
pub trait Visitor {
    /// An expression, before its parts.
    fn expr(&mut self, _expr: &Expr) {}

    /// A local variable or a parameter, before its parts.
    fn variable(&mut self, _variable: &Variable) {}
}

/// Visits a function, the methods of a struct, or a variable.
pub fn item(item: &Item, visitor: &mut dyn Visitor) {
    match item {
        Item::Function(it) => function(it, visitor),
        Item::Struct(it) => it.methods.iter().for_each(|it| function(it, visitor)),
        _ => read::of_item(item, &mut |it| part(it, visitor)),
    }
}

/// Visits parameters and body.
pub fn function(function: &Function, visitor: &mut dyn Visitor) {
    read::of_function(function, &mut |it| part(it, visitor));
}

/// Visits the statements of a block.
pub fn block(block: &Block, visitor: &mut dyn Visitor) {
    block.stmts.iter().for_each(|it| stmt(it, visitor));
}

/// Visits a statement.
pub fn stmt(node: &Stmt, visitor: &mut dyn Visitor) {
    read::of_stmt(node, &mut |it| part(it, visitor));
}

/// Visits an expression and its parts.
pub fn expr(node: &Expr, visitor: &mut dyn Visitor) {
    visitor.expr(node);
    read::of_expr(node, &mut |it| part(it, visitor));
}

/// Types, and what they declare, are not looked into.
fn part(part: Part<'_>, visitor: &mut dyn Visitor) {
    match part {
        Part::Expr(Role::Attribute | Role::Template, _) => {}
        Part::Expr(_, it) => expr(it, visitor),
        Part::Stmt(it) => stmt(it, visitor),
        Part::Block(it) => block(it, visitor),
        Part::Variable(it) => {
            visitor.variable(it);
            read::of_variable(it, &mut |it| self::part(it, visitor));
        }
        Part::Type(_)
        | Part::Struct(_)
        | Part::Function(_)
        | Part::Typedef(_)
        | Part::Declared(_)
        | Part::Enter
        | Part::Leave => {}
    }
}
