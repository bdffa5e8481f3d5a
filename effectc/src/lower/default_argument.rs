//! Default values of parameters that are no constants.
//!
//! fxc takes any expression of globals as a default value, and so would C++. The HLSL compiler takes constants only, so a
//! call that leaves such an argument out gets it.

use std::collections::HashMap;

use crate::ast::walk;
use crate::ast::{Expr, ExprKind, Function, Item};
use crate::diagnostic::Diagnostic;
use crate::lower::names;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Writes default values into the calls that leave them out.
pub(super) fn fill_in(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::DefaultArguments) {
        return Ok(());
    }
    let mut found: HashMap<String, Vec<Vec<Option<Expr>>>> = HashMap::new();
    for item in &mut unit.tree.items {
        let Item::Function(function) = item else { continue };
        if has_variable_default(function) {
            let defaults = function.params.iter_mut().map(|it| it.init.take()).collect();
            found.entry(function.name.name.clone()).or_default().push(defaults);
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            let ExprKind::Call(function, args) = &mut expr.kind else { return };
            let Some(overloads) = found.get(&function.name) else { return };
            let missing = overloads.iter().find_map(|defaults| {
                let rest = defaults.get(args.len()..)?;
                rest.iter().cloned().collect::<Option<Vec<Expr>>>()
            });
            args.extend(missing.unwrap_or_default());
        });
    }
    Ok(())
}

/// Whether some default value names a variable or calls something.
fn has_variable_default(function: &Function) -> bool {
    function.params.iter().filter_map(|it| it.init.as_ref()).any(|init| {
        let mut is_variable = false;
        names::of_expr(init, &mut |_| is_variable = true);
        is_variable
    })
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn only_variable_values_move_into_calls() {
        check(
            "float f(float a, float b = U) { return a + b; } float g(float a = 2) { return a; }",
            "Output[0] = f(1) + f(1, 2) + g();",
            &[
                "float f(float a, float b)",
                "float g(float a = 2)",
                "Output[0] = f(1.0, U) + f(1.0, 2.0) + g();",
            ],
        );
    }
}
