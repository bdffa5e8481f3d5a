//! Visits parts of the tree for changing: expressions, innermost first, in the order in which they stand; types; names
//! where they are declared; scopes.

use super::parts::change::{self, Part};
use super::{Block, Expr, Function, Ident, Item, Stmt, StructDef, Type, Typedef, Variable};

/// What is done with the parts. A closure visits expressions.
pub(crate) trait Visitor {
    /// An expression, after its parts.
    fn expr(&mut self, expr: &mut Expr);

    /// A statement, before its parts.
    fn stmt(&mut self, _stmt: &mut Stmt) {}

    /// A type, after its parts.
    fn ty(&mut self, _ty: &mut Type) {}

    /// A name where it is declared: of a variable, function, type, buffer or member; also the class before `::` and
    /// the bases of a struct.
    fn declared(&mut self, _name: &mut Ident) {}

    /// A variable or parameter that is visible from here on.
    fn declare(&mut self, _variable: &mut Variable) {}

    /// A scope begins.
    fn enter(&mut self) {}

    /// A scope ends.
    fn leave(&mut self) {}
}

impl<F: FnMut(&mut Expr)> Visitor for F {
    fn expr(&mut self, expr: &mut Expr) {
        self(expr);
    }
}

/// All parts of an item: sizes, values and attributes too.
pub(crate) fn item(item: &mut Item, visitor: &mut dyn Visitor) {
    change::of_item(item, &mut |it| part(it, visitor));
}

/// All parts of a function.
pub(crate) fn function(function: &mut Function, visitor: &mut dyn Visitor) {
    visitor.enter();
    change::of_function(function, &mut |it| part(it, visitor));
    visitor.leave();
}

/// All parts of a variable.
pub(crate) fn variable(variable: &mut Variable, visitor: &mut dyn Visitor) {
    change::of_variable(variable, &mut |it| part(it, visitor));
    visitor.declare(variable);
}

/// An expression and its parts.
pub(crate) fn expr(expr: &mut Expr, visitor: &mut dyn Visitor) {
    change::of_expr(expr, &mut |it| part(it, visitor));
    visitor.expr(expr);
}

fn part(part: Part<'_>, visitor: &mut dyn Visitor) {
    match part {
        Part::Expr(_, it) => expr(it, visitor),
        Part::Stmt(it) => stmt(it, visitor),
        Part::Block(it) => block(it, visitor),
        Part::Variable(it) => variable(it, visitor),
        Part::Type(it) => ty(it, visitor),
        Part::Struct(it) => structure(it, visitor),
        Part::Function(it) => function(it, visitor),
        Part::Typedef(it) => typedef(it, visitor),
        Part::Declared(it) => visitor.declared(it),
        Part::Enter => visitor.enter(),
        Part::Leave => visitor.leave(),
    }
}

/// All parts of a statement.
pub(crate) fn stmt(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    visitor.stmt(stmt);
    change::of_stmt(stmt, &mut |it| part(it, visitor));
}

fn block(block: &mut Block, visitor: &mut dyn Visitor) {
    visitor.enter();
    block.stmts.iter_mut().for_each(|it| stmt(it, visitor));
    visitor.leave();
}

/// Members have a scope of their own, which ends with the struct.
fn structure(def: &mut StructDef, visitor: &mut dyn Visitor) {
    visitor.enter();
    change::of_struct(def, &mut |it| part(it, visitor));
    visitor.leave();
}

/// All parts of a typedef.
pub(crate) fn typedef(typedef: &mut Typedef, visitor: &mut dyn Visitor) {
    change::of_typedef(typedef, &mut |it| part(it, visitor));
}

fn ty(ty: &mut Type, visitor: &mut dyn Visitor) {
    change::of_type(ty, &mut |it| part(it, visitor));
    visitor.ty(ty);
}

/// Names of variables that a scope hides, for visitors that look for a name of the outside.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    scopes: Vec<Vec<String>>,
}

impl Hidden {
    pub(crate) fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(crate) fn declare(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_owned());
        }
    }

    /// Whether a name means a variable of the function here.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.scopes.iter().flatten().any(|it| it == name)
    }
}
