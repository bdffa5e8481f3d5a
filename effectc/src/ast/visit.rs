//! Reading every expression and variable of a function's body.

use super::{Block, Expr, ExprKind, ForInit, Function, Stmt, StmtKind, SwitchLabel, Variable};

/// What is told of the parts of a tree.
pub trait Visitor {
    /// An expression, before its parts.
    fn expr(&mut self, _expr: &Expr) {}

    /// A local variable or a parameter, before its parts.
    fn variable(&mut self, _variable: &Variable) {}
}

/// Visits parameters and body.
pub fn function(function: &Function, visitor: &mut dyn Visitor) {
    function.params.iter().for_each(|it| variable(it, visitor));
    if let Some(body) = &function.body {
        block(body, visitor);
    }
}

/// Visits the statements of a block.
pub fn block(block: &Block, visitor: &mut dyn Visitor) {
    block.stmts.iter().for_each(|it| stmt(it, visitor));
}

fn variable(variable: &Variable, visitor: &mut dyn Visitor) {
    visitor.variable(variable);
    let sizes = variable.array.iter().filter_map(|it| it.size.as_ref());
    sizes.chain(&variable.init).for_each(|it| expr(it, visitor));
}

/// Visits a statement.
pub fn stmt(node: &Stmt, visitor: &mut dyn Visitor) {
    match &node.kind {
        StmtKind::Empty
        | StmtKind::Struct(_)
        | StmtKind::Typedef(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Discard => {}
        StmtKind::Expr(it) => expr(it, visitor),
        StmtKind::Declare(variables) => variables.iter().for_each(|it| variable(it, visitor)),
        StmtKind::Block(it) => block(it, visitor),
        StmtKind::If(condition, then, otherwise) => {
            expr(condition, visitor);
            stmt(then, visitor);
            otherwise.iter().for_each(|it| stmt(it, visitor));
        }
        StmtKind::For { init, condition, step, body } => {
            match init {
                ForInit::Empty => {}
                ForInit::Expr(it) => expr(it, visitor),
                ForInit::Declare(variables) => {
                    variables.iter().for_each(|it| variable(it, visitor));
                }
            }
            condition.iter().chain(step).for_each(|it| expr(it, visitor));
            stmt(body, visitor);
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            expr(condition, visitor);
            stmt(body, visitor);
        }
        StmtKind::Switch(value, cases) => {
            expr(value, visitor);
            for case in cases {
                for label in &case.labels {
                    if let SwitchLabel::Case(it) = label {
                        expr(it, visitor);
                    }
                }
                case.body.iter().for_each(|it| stmt(it, visitor));
            }
        }
        StmtKind::Return(value) => value.iter().for_each(|it| expr(it, visitor)),
    }
}

/// Visits an expression and its parts.
pub fn expr(node: &Expr, visitor: &mut dyn Visitor) {
    visitor.expr(node);
    parts(node).into_iter().for_each(|it| expr(it, visitor));
}

/// The direct parts of an expression, in order.
#[must_use]
pub fn parts(node: &Expr) -> Vec<&Expr> {
    match &node.kind {
        ExprKind::Literal(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::AngleName(_)
        | ExprKind::Asm => Vec::new(),
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) | ExprKind::Member(inner, _) => {
            vec![inner]
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Construct(_, args)
        | ExprKind::Call(_, args)
        | ExprKind::Braces(args)
        | ExprKind::Compile { args, .. } => args.iter().collect(),
        ExprKind::Method(object, _, args) => std::iter::once(&**object).chain(args).collect(),
    }
}

/// The direct parts of an expression, for changing.
pub fn parts_mut(node: &mut Expr) -> Vec<&mut Expr> {
    match &mut node.kind {
        ExprKind::Literal(_)
        | ExprKind::Null
        | ExprKind::Name(_)
        | ExprKind::AngleName(_)
        | ExprKind::Asm => Vec::new(),
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) | ExprKind::Member(inner, _) => {
            vec![inner]
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::Assign(_, left, right)
        | ExprKind::Comma(left, right)
        | ExprKind::Index(left, right) => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Construct(_, args)
        | ExprKind::Call(_, args)
        | ExprKind::Braces(args)
        | ExprKind::Compile { args, .. } => args.iter_mut().collect(),
        ExprKind::Method(object, _, args) => {
            std::iter::once(&mut **object).chain(args.iter_mut()).collect()
        }
    }
}
