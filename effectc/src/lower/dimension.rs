//! Array sizes as numbers.
//!
//! fxc takes any constant as the size of an array: a `const` global without `static`, which is a member of
//! `$Globals` here, or a `static const` inside a `cbuffer`. The HLSL compiler takes neither, so the number is written.
//! The number of initial values is one too: `const float a[] = { 1, 2 };`.

use crate::ast::{ArrayDim, Expr, Variable};
use crate::check::constant::Constants;
use crate::check::implicit_count;
use crate::check::symbols::Symbols;
use crate::lower::names;

/// Writes the sizes of a variable's arrays as numbers, where they are constants of the effect.
pub(super) fn evaluate(
    variable: &mut Variable,
    symbols: &Symbols<'_>,
    is_local: &dyn Fn(&str) -> bool,
) {
    let is_implied = variable.array.first().is_some_and(|it| it.size.is_none())
        && variable.init.as_mut().is_some_and(|it| is_global(it, is_local));
    if is_implied
        && let Some(count) = implicit_count(variable, Constants { symbols })
        && let Some(first) = variable.array.first_mut()
    {
        first.size = Some(Expr::uint(count, first.span));
    }
    variable.array.iter_mut().for_each(|it| evaluate_dim(it, symbols, is_local));
}

fn evaluate_dim(dim: &mut ArrayDim, symbols: &Symbols<'_>, is_local: &dyn Fn(&str) -> bool) {
    let Some(size) = &mut dim.size else { return };
    if !is_global(size, is_local) {
        return;
    }
    // What is not constant is for the HLSL compiler to report.
    if let Ok(count) = (Constants { symbols }).uint(size) {
        *size = Expr::uint(u64::from(count), size.span);
    }
}

/// Whether it names nothing local.
fn is_global(expr: &mut Expr, is_local: &dyn Fn(&str) -> bool) -> bool {
    let mut is_global = true;
    names::of_expr(expr, &mut |name| is_global &= !is_local(name));
    is_global
}
