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

/// Most numbers of a variable that is declared as 0; loops write more.
const MAX_NUMBERS: u64 = 256;

/// How many statements are searched for the first one that mentions a variable.
const MAX_SEARCH: usize = 200;

/// Gives such variables 0.
pub(super) fn zero(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::ZeroLocals) {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree, MAX_NUMBERS);
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| {
            if let Some(body) = &mut function.body {
                in_list(&mut body.stmts, &zeros);
            }
        });
    }
    Ok(())
}

fn in_list(stmts: &mut Vec<Stmt>, zeros: &Zeros) {
    let mut index = 0;
    while index < stmts.len() {
        let (before, after) = stmts.split_at_mut(index + 1);
        index += 1;
        let Some(stmt) = before.last_mut() else { continue };
        let StmtKind::Declare(variables) = &mut stmt.kind else {
            in_stmt(stmt, zeros);
            continue;
        };
        let mut loops = Vec::new();
        for number in 0..variables.len() {
            let (declared, rest) = variables.split_at_mut(number + 1);
            let Some(variable) = declared.last_mut() else { continue };
            let is_plain = variable.init.is_none() && !variable.modifiers.has(ModifierKind::Static);
            if is_plain && !is_written_first(&variable.name.name, rest, after) {
                variable.init = zeros.of_variable(variable);
                if variable.init.is_none() {
                    loops.extend(zeros.fill(variable).into_iter().flatten());
                }
            }
        }
        let count = loops.len();
        stmts.splice(index..index, loops);
        index += count;
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
    for stmt in after.iter().take(MAX_SEARCH) {
        if !names::mentions(stmt, name) {
            continue;
        }
        let (StmtKind::Expr(first) | StmtKind::For { init: ForInit::Expr(first), .. }) = &stmt.kind
        else {
            return false;
        };
        return is_assigned_first(name, first).unwrap_or(false);
    }
    // Nothing reads it, as far as was looked.
    after.len() <= MAX_SEARCH
}

/// Whether the first part of an expression that mentions a variable assigns to all of it; none where no part does.
fn is_assigned_first(name: &str, expr: &Expr) -> Option<bool> {
    let mentions = |it: &Expr| {
        let mut is_there = false;
        names::of_expr(it, &mut |it| is_there |= it == name);
        is_there
    };
    match &expr.kind {
        ExprKind::Comma(first, second) => {
            is_assigned_first(name, first).or_else(|| is_assigned_first(name, second))
        }
        ExprKind::Assign(None, target, value) if target.as_name() == Some(name) => {
            Some(!mentions(value))
        }
        _ => mentions(expr).then_some(false),
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn what_may_be_read_first_begins_with_0() {
        check(
            "",
            "float4 a; a.x = 1; float b; b = a.x; float c; if (U > 1) c = 2; float d[2]; d[0] = c; int i; for (i = 0; i < 2; i++) { } Output[i] = a + b + d[1];",
            &[
                "float4 a = (float4)0;",
                "float b;",
                "float c = (float)0;",
                "float d[2] = { (float)0, (float)0 };",
                "int i;",
            ],
        );
    }

    #[test]
    fn loops_write_many_zeros() {
        check(
            "struct S { float2 a; float4 b[100]; };",
            "S s[3]; s[0].a = U; Output[0] = s[1].b[(uint)U];",
            &[
                "S s[3];",
                "for (uint fx_zero63 = 0; fx_zero63 < 3; fx_zero63++)",
                "s[fx_zero63].a = (float2)0;",
                "for (uint fx_zero61 = 0; fx_zero61 < 100; fx_zero61++)",
                "s[fx_zero63].b[fx_zero61] = (float4)0;",
                "s[0].a = U;",
            ],
        );
    }
}
