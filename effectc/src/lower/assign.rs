//! `place op= value`, computed in another kind than the place has, where the place may be looked for once only.
//!
//! `B[next()] *= 0.5` of whole numbers is `B[i] = (int)(B[i] * 0.5)` with one call of `next`. A function with the place
//! as its `inout` parameter says it.

use crate::ast::{BinaryOp, Expr, ExprKind, ObjectKind};
use crate::diagnostic::Diagnostic;
use crate::lower::convert;
use crate::lower::helper::Helpers;
use crate::parse::BINARY_OPERATORS;
use crate::types::{Kind, Number, Shape};

/// Replaces a compound assignment that is computed in `kind` by the call of a function. The value has the shape of the
/// target, or is one number.
pub(super) fn call_helper(expr: &mut Expr, kind: Kind, helpers: &mut Helpers) {
    let ExprKind::Assign(Some(op), target, value) = &mut expr.kind else { return };
    let (Some(to), Some(from)) = (target.ty.number(), value.ty.number()) else { return };
    if matches!(to.shape, Shape::Matrix(..)) || !has_place(target) {
        let message = format!(
            "not yet supported: this is computed in `{}`, in a place that an expression with effects looks for",
            Number { kind, shape: Shape::Scalar }
        );
        let help = "put the index into a variable first";
        helpers.refuse(Diagnostic::error(expr.span, message).with_help(help));
        return;
    }
    let name = format!("fx_{}_{to}_{from}", word(*op));
    let (left, right) = (to.of_kind(kind), from.of_kind(kind));
    let sign = BINARY_OPERATORS.iter().find(|it| it.1 == *op).map_or("", |it| it.0);
    helpers.add(&name, || {
        format!(
            "{to} {name}(inout {to} place, {from} value) {{ place = ({to})(({left})place {sign} ({right})value); return place; }}"
        )
    });
    let args = vec![target.take(), value.take()];
    *expr = convert::call(&name, args, expr.span, to);
}

/// Whether it is memory, which can be handed to a function: no texel.
fn has_place(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Index(inner, _) | ExprKind::Member(inner, _) => {
            let is_memory = inner.ty.object().is_none_or(|it| it == ObjectKind::RWStructuredBuffer);
            is_memory && !inner.ty.is_unknown() && has_place(inner)
        }
        ExprKind::Name(_) => true,
        _ => false,
    }
}

fn word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "subtract",
        BinaryOp::Mul => "multiply",
        BinaryOp::Div => "divide",
        BinaryOp::Rem => "modulo",
        BinaryOp::ShiftLeft => "shift_left",
        BinaryOp::ShiftRight => "shift_right",
        BinaryOp::BitAnd => "bit_and",
        BinaryOp::BitOr => "bit_or",
        BinaryOp::BitXor => "bit_xor",
        BinaryOp::Less
        | BinaryOp::Greater
        | BinaryOp::LessEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::And
        | BinaryOp::Or => "assign",
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, message};

    #[test]
    fn places_are_looked_for_once() {
        check(
            "RWStructuredBuffer<int> B; static int n; int next() { return n++; }",
            "int a[3] = { 1, 2, 3 }; B[next()] *= 0.5; a[min(n, 2)] += U; a[n > 1 ? 1 : 2] += U; Output[0] = a[0];",
            &[
                "int fx_multiply_int_float(inout int place, float value) { place = (int)((float)place * (float)value); return place; }",
                "fx_multiply_int_float(B[next()], 0.5);",
                "fx_add_int_float(a[min(n, 2)], U);",
                "a[n > 1 ? 1 : 2] = (int)(a[n > 1 ? 1 : 2] + U);",
            ],
        );
        let text = message("RWBuffer<int> T; int next() { return 1; }", "T[next()] *= 0.5;");
        assert!(text.contains("computed in `float`, in a place that"), "{text}");
    }
}
