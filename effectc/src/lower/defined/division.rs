//! Division of whole numbers by 0.
//!
//! Direct3D's `udiv` gives 0xffffffff then, as quotient and as remainder (Direct3D 11.3 Functional Specification, 22.12). Of
//! signed numbers fxc divides the magnitudes by `udiv` and negates the quotient where the signs differ, the remainder
//! where the dividend is negative: `x / 0` and `x % 0` are -1 of what is not negative, and 1 of what is. SPIR-V leaves
//! all that open, and also the least number divided by -1, which is itself in Direct3D.

use super::Known;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::lower::convert::{self, exactly, is_plain};
use crate::lower::helper::Helpers;
use crate::lower::operator::is_texel;
use crate::lower::remainder;
use crate::print::binary_operator;
use crate::types::{Kind, Number, Shape, common_number};

/// A division or remainder of whole numbers calls a function, unless its divisor is known.
pub(super) fn call(expr: &mut Expr, known: Known<'_, '_>, helpers: &mut Helpers) {
    let span = expr.span;
    match &mut expr.kind {
        ExprKind::Binary(op, left, right) => {
            let Some(number) = open_number(*op, left, right, known) else { return };
            let op = *op;
            let (a, b) = (left.take(), right.take());
            *expr = called(op, number, a, b, helpers);
        }
        // What `%` of signed numbers became.
        ExprKind::Call(name, args) if remainder::is_helper(&name.name) => {
            let [a, b] = args.as_mut_slice() else { return };
            let Some(number) = open_number(BinaryOp::Rem, a, b, known) else { return };
            let (a, b) = (a.take(), b.take());
            *expr = called(BinaryOp::Rem, number, a, b, helpers);
        }
        ExprKind::Assign(Some(op), target, value) => {
            let op = *op;
            let (Some(to), Some(number)) =
                (target.ty.number(), open_number(op, target, value, known))
            else {
                return;
            };
            if is_plain(target) {
                let (a, b) = (target.as_ref().clone(), value.take());
                let mut computed = called(op, number, a, b, helpers);
                computed.span = span;
                exactly(&mut computed, &to.into());
                let target = Box::new(target.take());
                expr.kind = ExprKind::Assign(None, target, Box::new(computed));
                return;
            }
            if is_texel(target) {
                let sign = binary_operator(op).0;
                let message =
                    format!("not yet supported: `{sign}=` on a place that calls something");
                helpers.refuse(
                    Diagnostic::error(span, message)
                        .with_help("put the index into a variable first"),
                );
                return;
            }
            // The place is evaluated once.
            let Some(function) = function(helpers, op, number) else { return };
            let name = format!("fx@assign_{op:?}_{to}").to_lowercase();
            helpers.add(&name, || {
                format!("{to} {name}(inout {to} a, {to} b) {{ a = {function}(a, b); return a; }}")
            });
            exactly(value, &to.into());
            let args = vec![target.take(), value.take()];
            *expr = convert::call(&name, args, span, to);
        }
        _ => {}
    }
}

/// The type that a division or remainder of whole numbers is done in, unless its outcome is certain.
#[expect(clippy::float_cmp, reason = "whole numbers are exact")]
fn open_number(op: BinaryOp, left: &Expr, right: &Expr, known: Known<'_, '_>) -> Option<Number> {
    if !matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        return None;
    }
    let number = common_number(left.ty.number()?, right.ty.number()?)?;
    let is_open = number.kind.is_whole()
        && !matches!(number.shape, Shape::Matrix(..))
        && !known.all(right, |it| it != 0.0 && it != -1.0);
    is_open.then_some(number)
}

fn called(op: BinaryOp, number: Number, mut a: Expr, mut b: Expr, helpers: &mut Helpers) -> Expr {
    let span = a.span.to(b.span);
    exactly(&mut a, &number.into());
    exactly(&mut b, &number.into());
    match function(helpers, op, number) {
        Some(name) => convert::call(&name, vec![a, b], span, number),
        None => Expr::typed(ExprKind::Binary(op, Box::new(a), Box::new(b)), span, number),
    }
}

/// The name of the function that divides; none for other operators and numbers, and for matrices.
pub(in crate::lower) fn function(
    helpers: &mut Helpers,
    op: BinaryOp,
    number: Number,
) -> Option<String> {
    let verb = match op {
        BinaryOp::Div => "divide",
        BinaryOp::Rem => "modulo",
        _ => return None,
    };
    if !number.kind.is_whole() || matches!(number.shape, Shape::Matrix(..)) {
        return None;
    }
    let name = format!("fx@{verb}_{number}");
    helpers.add_base(&name, || text(&name, op, number));
    Some(name)
}

/// Nothing is divided by 0, nor by -1.
fn text(name: &str, op: BinaryOp, number: Number) -> String {
    let head = format!("{number} {name}({number} a, {number} b) {{");
    let (zero, one) = (format!("({number})0"), format!("({number})1"));
    if number.kind == Kind::Uint {
        let sign = binary_operator(op).0;
        return format!(
            "{head} {number} divisor = b == {zero} ? {one} : b; \
             return b == {zero} ? ({number})4294967295u : a {sign} divisor; }}"
        );
    }
    let result = match op {
        BinaryOp::Rem => "a - b * quotient",
        _ => "quotient",
    };
    format!(
        "{head} {number} divisor = b == {zero} ? {one} : (b == -{one} ? {one} : b); \
         {number} quotient = b == -{one} ? -a : a / divisor; \
         return b == {zero} ? (a < {zero} ? {one} : -{one}) : {result}; }}"
    )
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn divisors_that_are_not_known_are_looked_at() {
        check(
            "static const int K = 3; uint N; int M; int2 V; RWStructuredBuffer<int> B; int f() { return M; }",
            "int a = M / K; a = a / M; a %= M; a = 7 % 4; uint u = N / (uint)M; V.x; int2 b = V % M; B[f()] /= M; \
             Output[0] = a + u + b.x + a / N + 1.0 / M;",
            &[
                "int a = M / K;",
                "a = fx_divide_int(a, M);",
                "a = fx_modulo_int(a, M);",
                "uint u = fx_divide_uint(N, (uint)M);",
                "int2 b = fx_modulo_int2(V, (int2)M);",
                "fx_assign_div_int(B[f()], M);",
            ],
        );
    }
}
