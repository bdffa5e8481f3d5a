//! `%` of signed integers.
//!
//! HLSL's remainder has the sign of the dividend: `-7 % 3` is `-1`. glslang writes SPIR-V's `OpSMod`, which has that
//! of the divisor. Modules are mended (`crate::module`), but the optimiser may have computed constant ones by then,
//! so where the type is known the remainder is spelled out.

use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::check::symbols::Symbols;
use crate::lower::constant;
use crate::lower::convert::{self, exactly, is_plain};
use crate::lower::helper::Helpers;
use crate::types::{Kind, Scope, Shape, common_number};

/// What names of the functions begin with; the number of components follows.
const HELPER: &str = "fx@remainder";

/// Whether a name is that of such a function.
pub(super) fn is_helper(name: &str) -> bool {
    name.starts_with(HELPER)
}

/// `a % b` of signed integers calls a helper.
pub(super) fn call_remainder_helper(
    expr: &mut Expr,
    symbols: &Symbols<'_>,
    scope: &Scope,
    helpers: &mut Helpers,
) {
    let (ExprKind::Binary(BinaryOp::Rem, left, right)
    | ExprKind::Assign(Some(BinaryOp::Rem), left, right)) = &expr.kind
    else {
        return;
    };
    let is_assignment = matches!(expr.kind, ExprKind::Assign(..));
    // The target would be evaluated twice; a constant stays one, for the labels of a `switch`.
    if (is_assignment && !is_plain(left)) || constant::value(expr, symbols, scope).is_some() {
        return;
    }
    let joined = left.ty.number().zip(right.ty.number()).and_then(|(a, b)| common_number(a, b));
    let Some(number) = joined.filter(|it| it.kind == Kind::Int) else { return };
    if matches!(number.shape, Shape::Matrix(..)) {
        return;
    }
    let name = format!("{HELPER}{}", number.shape.count());
    helpers.add(&name, || {
        format!("{number} {name}({number} a, {number} b) {{ return a - b * (a / b); }}")
    });
    let span = expr.span;
    let (mut a, mut b) = (left.as_ref().clone(), right.as_ref().clone());
    exactly(&mut a, &number.into());
    exactly(&mut b, &number.into());
    let call = convert::call(&name, vec![a, b], span, number);
    match &mut expr.kind {
        ExprKind::Assign(op, _, value) => {
            *op = None;
            **value = call;
        }
        _ => *expr = call,
    }
}
