//! Variables of loops that are used after the loop.
//!
//! fxc keeps a variable of a `for` to the end of the block around the loop. The HLSL compiler ends it with the loop, so one
//! that is used later is declared before the statement of that block which holds the loop.

use crate::ast::{Block, Expr, ExprKind, ForInit, Stmt, StmtKind, Variable};
use crate::diagnostic::Diagnostic;
use crate::lower::locals::{self, Local, each_function};
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Declares variables before the loops that they outlive.
pub(super) fn hoist(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::ForScope) {
        return Ok(());
    }
    let found = &unit.locals;
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            if let Some(body) = &mut function.body {
                in_list(&mut body.stmts, found);
            }
        });
    }
    Ok(())
}

fn in_list(stmts: &mut Vec<Stmt>, found: &[Local]) {
    let mut result = Vec::with_capacity(stmts.len());
    for mut stmt in stmts.drain(..) {
        let mut declared = Vec::new();
        in_stmt(&mut stmt, found, &mut declared);
        if !declared.is_empty() {
            let span = declared.first().map_or(stmt.span, |it| it.span);
            result.push(Stmt { attributes: Vec::new(), kind: StmtKind::Declare(declared), span });
        }
        result.push(stmt);
    }
    *stmts = result;
}

/// Takes the variables that outlive their loops out of a statement. What stands in blocks inside is declared there.
fn in_stmt(stmt: &mut Stmt, found: &[Local], declared: &mut Vec<Variable>) {
    match &mut stmt.kind {
        StmtKind::Block(Block { stmts, .. }) => in_list(stmts, found),
        StmtKind::If(_, then, otherwise) => {
            in_stmt(then, found, declared);
            otherwise.iter_mut().for_each(|it| in_stmt(it, found, declared));
        }
        StmtKind::For { init, body, .. } => {
            take_out(init, found, declared);
            in_stmt(body, found, declared);
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => in_stmt(body, found, declared),
        StmtKind::Switch(_, cases) => {
            cases.iter_mut().for_each(|it| in_list(&mut it.body, found));
        }
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Struct(_)
        | StmtKind::Typedef(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Discard
        | StmtKind::Return(_) => {}
    }
}

fn take_out(init: &mut ForInit, found: &[Local], declared: &mut Vec<Variable>) {
    let ForInit::Declare(variables) = init else { return };
    if !variables.iter().any(|it| locals::is_mistaken(&it.name.name, found)) {
        return;
    }
    let mut assignments: Option<Expr> = None;
    for mut variable in std::mem::take(variables) {
        let is_assignable =
            !matches!(variable.init.as_ref().map(|it| &it.kind), Some(ExprKind::Braces(_)));
        if let Some(value) = variable.init.take_if(|_| is_assignable) {
            let span = value.span;
            let target = Box::new(Expr::name(variable.name.name.as_str(), variable.name.span));
            let next = Expr::new(ExprKind::Assign(None, target, Box::new(value)), span);
            assignments = Some(match assignments {
                Some(before) => Expr::new(ExprKind::Comma(Box::new(before), Box::new(next)), span),
                None => next,
            });
        }
        declared.push(variable);
    }
    *init = assignments.map_or(ForInit::Empty, ForInit::Expr);
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn what_outlives_its_loop_is_declared_before_it() {
        check(
            "",
            "for (int i = 0, j = 2; i < j; i++) { } Output[0] = i; if (U > 1) for (int k = 0; k < 2; k++) { } Output[k] = 0;",
            &[
                "int i, j;",
                "for (i = 0, j = 2; i < j; i++)",
                "Output[0] = i;",
                "int k = (int)0;",
                "if (U > 1)",
                "for (k = 0; k < 2; k++)",
            ],
        );
    }

    #[test]
    fn the_variable_declared_last_is_meant() {
        check(
            "",
            "int i = 7; for (int i = 0; i < 2; i++) { } Output[i] = 0;",
            &["int i = 7;", "int i_2;", "for (i_2 = 0; i_2 < 2; i_2++)", "Output[i_2] = 0;"],
        );
    }
}
