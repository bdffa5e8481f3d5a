//! Default values of parameters that are no constants.
//!
//! fxc takes any expression of globals as a default value, and so would C++. The HLSL compiler takes constants only, so a
//! call that leaves such an argument out gets it: that of the overload which fxc takes.

use crate::ast::{Function, Item};
use crate::diagnostic::Diagnostic;
use crate::lower::names;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Takes such values, which all calls have by now (`types::Walker`), out of the declarations.
pub(super) fn take_out(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::DefaultArguments) {
        return Ok(());
    }
    for item in &mut unit.tree.items {
        if let Item::Function(function) = item
            && has_variable_default(function)
        {
            function.params.iter_mut().for_each(|it| it.init = None);
        }
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
