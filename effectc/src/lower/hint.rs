//! Attributes of statements: `[Unroll(4)]`.
//!
//! fxc takes them in any case, where the HLSL compiler passes over what is not in lower case, with a warning. It also warns
//! of those that it does not know; they say nothing about what the code means, and go.

use crate::ast::Stmt;
use crate::ast::parts::change::{self, Part};
use crate::diagnostic::Diagnostic;
use crate::lower::locals::each_function;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// The attributes of statements that fxc knows.
const HINTS: [&str; 8] =
    ["allow_uav_condition", "branch", "call", "fastopt", "flatten", "forcecase", "loop", "unroll"];

/// Those of them that the HLSL compiler does not know.
const UNKNOWN: [&str; 4] = ["allow_uav_condition", "call", "fastopt", "forcecase"];

/// Gives the attributes of statements their usual spelling.
pub(super) fn fold_case(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if unit.has(Rewrite::AttributeCase) {
        for item in &mut unit.tree.items {
            each_function(item, &mut |function| {
                function.body.iter_mut().flat_map(|it| &mut it.stmts).for_each(in_stmt);
            });
        }
    }
    Ok(())
}

fn in_stmt(stmt: &mut Stmt) {
    for attribute in &mut stmt.attributes {
        let name = &mut attribute.name.name;
        if let Some(usual) = HINTS.into_iter().find(|it| it.eq_ignore_ascii_case(name)) {
            *name = usual.to_owned();
        }
    }
    stmt.attributes.retain(|it| !UNKNOWN.contains(&it.name.name.as_str()));
    change::of_stmt(stmt, &mut |part| match part {
        Part::Stmt(it) => in_stmt(it),
        Part::Block(it) => it.stmts.iter_mut().for_each(in_stmt),
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn attributes_of_statements_count_in_any_case() {
        check(
            "",
            "[Unroll(2)] for (int i = 0; i < 2; i++) Output[i] = 0;",
            &["[unroll(2)] for (int i = 0; i < 2; i++)"],
        );
    }

    #[test]
    fn attributes_that_the_compiler_does_not_know_go() {
        check(
            "",
            "[fastopt] [Loop] for (int i = 0; i < 2; i++) Output[i] = 0;",
            &["[loop] for (int i = 0; i < 2; i++)"],
        );
    }
}
