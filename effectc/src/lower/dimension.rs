//! Array sizes as numbers.
//!
//! fxc takes any constant as the size of an array: a `const` global without `static`, which is a member of
//! `$Globals` here, or a `static const` inside a `cbuffer`. The HLSL compiler takes neither, so the number is written.

use crate::ast::{ArrayDim, Expr, Variable};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::lower::names;

/// Writes the sizes of a variable's arrays as numbers, where they are constants of the effect.
pub(super) fn evaluate(
    variable: &mut Variable,
    symbols: &Symbols<'_>,
    is_local: &dyn Fn(&str) -> bool,
) {
    evaluate_all(&mut variable.array, symbols, is_local);
}

/// Writes sizes as numbers, where they are constants of the effect.
pub(super) fn evaluate_all(
    dims: &mut [ArrayDim],
    symbols: &Symbols<'_>,
    is_local: &dyn Fn(&str) -> bool,
) {
    dims.iter_mut().for_each(|it| evaluate_dim(it, symbols, is_local));
}

fn evaluate_dim(dim: &mut ArrayDim, symbols: &Symbols<'_>, is_local: &dyn Fn(&str) -> bool) {
    let Some(size) = &mut dim.size else { return };
    let mut is_global = true;
    names::of_expr(size, &mut |name| is_global &= !is_local(name));
    if !is_global {
        return;
    }
    // What is not constant is for the HLSL compiler to report.
    if let Ok(count) = (Constants { symbols }).uint(size) {
        *size = Expr::uint(u64::from(count), size.span);
    }
}
