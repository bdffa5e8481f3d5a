//! Shifts by a number of bits that is not one of 0 to 31.
//!
//! Direct3D's `ishl`, `ishr` and `ushr` look at the low 5 bits of the count only (Direct3D 11.3 Functional Specification,
//! 22.12). SPIR-V leaves open what comes of others, and its optimiser makes 0 of it.

use super::Known;
use crate::ast::{BinaryOp, Expr, ExprKind, Literal};
use crate::types::{Kind, Shape};

/// The bits of a count that matter.
const MASK: u32 = 31;

/// Takes the higher bits off the count of a shift.
pub(super) fn mask(expr: &mut Expr, known: Known<'_, '_>) {
    let (ExprKind::Binary(op, _, count) | ExprKind::Assign(Some(op), _, count)) = &mut expr.kind
    else {
        return;
    };
    let Some(number) = count.ty.number() else { return };
    if !matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight)
        || !number.kind.is_whole()
        || matches!(number.shape, Shape::Matrix(..))
        || known.all(count, |it| (0.0..=f64::from(MASK)).contains(&it))
    {
        return;
    }
    let span = count.span;
    let unsigned = number.kind == Kind::Uint;
    let literal = Literal::Int { value: MASK.into(), unsigned, text: MASK.to_string() };
    let bits = Expr::typed(ExprKind::Literal(literal), span, number.of_kind(number.kind));
    let masked = ExprKind::Binary(BinaryOp::BitAnd, Box::new(count.take()), Box::new(bits));
    **count = Expr::typed(masked, span, number);
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn counts_have_five_bits() {
        check(
            "static const int K = 33; uint N; int2 V;",
            "int a = 1 << N; a <<= V.y; a >>= 3; a = a << K | 1 >> 31; int2 b = V >> V; Output[0] = a + b.x;",
            &[
                "int a = 1 << (N & 31u);",
                "a <<= V.y & 31;",
                "a >>= 3;",
                "a = a << (K & 31) | 1 >> 31;",
                "int2 b = V >> (V & 31);",
            ],
        );
    }
}
