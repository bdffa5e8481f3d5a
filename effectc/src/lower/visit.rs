//! Goes through the code of functions, expression by expression, with the scopes of their variables.

use crate::ast::{Block, Expr, ExprKind, ForInit, Function, Stmt, StmtKind, SwitchLabel, Variable};

/// What is done on the way.
pub(super) trait Visitor {
    /// An expression whose parts were visited before it.
    fn expr(&mut self, expr: &mut Expr);

    /// A variable that is visible from here on, its value visited before it.
    fn declare(&mut self, _variable: &mut Variable) {}

    /// A scope begins.
    fn enter(&mut self) {}

    /// A scope ends.
    fn leave(&mut self) {}
}

/// Visits parameters and body.
pub(super) fn function(function: &mut Function, visitor: &mut impl Visitor) {
    visitor.enter();
    function.params.iter_mut().for_each(|it| variable(it, visitor));
    if let Some(body) = &mut function.body {
        block(body, visitor);
    }
    visitor.leave();
}

/// Visits the sizes and value of a variable.
pub(super) fn variable(variable: &mut Variable, visitor: &mut impl Visitor) {
    for size in variable.array.iter_mut().filter_map(|it| it.size.as_mut()) {
        expr(size, visitor);
    }
    if let Some(init) = &mut variable.init {
        expr(init, visitor);
    }
    visitor.declare(variable);
}

fn block(block: &mut Block, visitor: &mut impl Visitor) {
    visitor.enter();
    block.stmts.iter_mut().for_each(|it| stmt(it, visitor));
    visitor.leave();
}

fn stmt(stmt_: &mut Stmt, visitor: &mut impl Visitor) {
    for attribute in &mut stmt_.attributes {
        attribute.args.iter_mut().for_each(|it| expr(it, visitor));
    }
    match &mut stmt_.kind {
        StmtKind::Empty
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Discard
        | StmtKind::Typedef(_) => {}
        StmtKind::Struct(def) => def.methods.iter_mut().for_each(|it| function(it, visitor)),
        StmtKind::Expr(it) => expr(it, visitor),
        StmtKind::Declare(variables) => variables.iter_mut().for_each(|it| variable(it, visitor)),
        StmtKind::Block(it) => block(it, visitor),
        StmtKind::If(condition, then, otherwise) => {
            expr(condition, visitor);
            stmt(then, visitor);
            otherwise.iter_mut().for_each(|it| stmt(it, visitor));
        }
        StmtKind::For { init, condition, step, body } => {
            // The variable stays visible after the loop, as in fxc: no scope of its own.
            match init {
                ForInit::Empty => {}
                ForInit::Expr(it) => expr(it, visitor),
                ForInit::Declare(variables) => {
                    variables.iter_mut().for_each(|it| variable(it, visitor));
                }
            }
            condition.iter_mut().chain(step).for_each(|it| expr(it, visitor));
            stmt(body, visitor);
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            expr(condition, visitor);
            stmt(body, visitor);
        }
        StmtKind::Switch(value, cases) => {
            expr(value, visitor);
            visitor.enter();
            for case in cases {
                for label in &mut case.labels {
                    if let SwitchLabel::Case(it) = label {
                        expr(it, visitor);
                    }
                }
                case.body.iter_mut().for_each(|it| stmt(it, visitor));
            }
            visitor.leave();
        }
        StmtKind::Return(value) => value.iter_mut().for_each(|it| expr(it, visitor)),
    }
}

/// Visits an expression, its parts first.
pub(super) fn expr(expr_: &mut Expr, visitor: &mut impl Visitor) {
    match &mut expr_.kind {
        ExprKind::Literal(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::AngleName(_)
        | ExprKind::Asm
        | ExprKind::Compile { .. } => {}
        ExprKind::Unary(_, inner) | ExprKind::Member(inner, _) => expr(inner, visitor),
        ExprKind::Cast(_, dims, inner) => {
            dims.iter_mut().filter_map(|it| it.size.as_mut()).for_each(|it| expr(it, visitor));
            expr(inner, visitor);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => {
            expr(left, visitor);
            expr(right, visitor);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            expr(condition, visitor);
            expr(then, visitor);
            expr(otherwise, visitor);
        }
        ExprKind::Construct(_, args) | ExprKind::Call(_, args) | ExprKind::Braces(args) => {
            args.iter_mut().for_each(|it| expr(it, visitor));
        }
        ExprKind::Method(object, _, args) => {
            expr(object, visitor);
            args.iter_mut().for_each(|it| expr(it, visitor));
        }
    }
    visitor.expr(expr_);
}

/// Names of variables that a scope hides, for visitors that look for a name of the outside.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    scopes: Vec<Vec<String>>,
}

impl Hidden {
    pub(super) fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn declare(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_owned());
        }
    }

    /// Whether a name means a variable of the function here.
    pub(super) fn has(&self, name: &str) -> bool {
        self.scopes.iter().flatten().any(|it| it == name)
    }
}
