//! Local variables without a value.
//!
//! fxc warns where such a variable may be read, and its code reads 0 or a register that is left over. In SPIR-V it
//! is undefined, of which an optimiser may make anything. So what may be read before it was written as a whole begins with 0.

use crate::ast::{Block, Expr, ExprKind, ForInit, ModifierKind, Stmt, StmtKind, Variable};
use crate::diagnostic::Diagnostic;
use crate::lower::locals::each_function;
use crate::lower::names;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::lower::zero::Zeros;

/// Most elements of a list of zeros in a function.
const MAX_ELEMENTS: usize = 64;

/// Gives such variables 0.
pub(super) fn zero(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::ZeroLocals) {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree);
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            if let Some(body) = &mut function.body {
                in_list(&mut body.stmts, &zeros);
            }
        });
    }
    Ok(())
}

fn in_list(stmts: &mut [Stmt], zeros: &Zeros) {
    for index in 0..stmts.len() {
        let (before, after) = stmts.split_at_mut(index + 1);
        let Some(stmt) = before.last_mut() else { continue };
        if let StmtKind::Declare(variables) = &mut stmt.kind {
            for number in 0..variables.len() {
                let (declared, rest) = variables.split_at_mut(number + 1);
                let Some(variable) = declared.last_mut() else { continue };
                let is_plain =
                    variable.init.is_none() && !variable.modifiers.has(ModifierKind::Static);
                if is_plain && !is_written_first(&variable.name.name, rest, after) {
                    variable.init = value(variable, zeros);
                }
            }
            continue;
        }
        in_stmt(stmt, zeros);
    }
}

fn in_stmt(stmt: &mut Stmt, zeros: &Zeros) {
    match &mut stmt.kind {
        StmtKind::Block(Block { stmts, .. }) => in_list(stmts, zeros),
        StmtKind::If(_, then, otherwise) => {
            in_stmt(then, zeros);
            otherwise.iter_mut().for_each(|it| in_stmt(it, zeros));
        }
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
            in_stmt(body, zeros);
        }
        StmtKind::Switch(_, cases) => cases.iter_mut().for_each(|it| in_list(&mut it.body, zeros)),
        _ => {}
    }
}

/// Numbers, vectors, matrices, and small structures and arrays of them.
fn value(variable: &Variable, zeros: &Zeros) -> Option<Expr> {
    if variable.array.is_empty() {
        return zeros.of_type(&variable.ty, variable.name.span);
    }
    let list = zeros.of_variable(variable)?;
    (elements(&list) <= MAX_ELEMENTS).then_some(list)
}

fn elements(value: &Expr) -> usize {
    match &value.kind {
        ExprKind::Braces(parts) => parts.iter().map(elements).sum(),
        _ => 1,
    }
}

/// Whether the first mention of a variable is a statement that writes all of it, or a loop that begins so.
fn is_written_first(name: &str, declared_with_it: &[Variable], after: &[Stmt]) -> bool {
    let mentions = |value: &Expr| {
        let mut is_there = false;
        names::of_expr(value, &mut |it| is_there |= it == name);
        is_there
    };
    if declared_with_it.iter().filter_map(|it| it.init.as_ref()).any(mentions) {
        return false;
    }
    for stmt in after {
        if !names::mentions(stmt, name) {
            continue;
        }
        let first = match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::For { init: ForInit::Expr(expr), .. } => expr,
            _ => return false,
        };
        return first_assignment(first)
            .is_some_and(|(target, value)| target.as_name() == Some(name) && !mentions(value));
    }
    // Nothing reads it.
    true
}

/// Target and value of an assignment, of the first one of several.
fn first_assignment(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Assign(None, target, value) => Some((target, value)),
        ExprKind::Comma(first, _) => first_assignment(first),
        _ => None,
    }
}
