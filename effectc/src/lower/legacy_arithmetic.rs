//! Functions of numbers as devices of Direct3D 9 compute them.
//!
//! fxc makes `pow`, logarithms and roots of shader models 1 to 3 from the instructions `log`, `pow` and `rsq`, which take
//! a number without its sign. Shaders of that time rely on it: `pow(dot(n, h), 16)` is black or bright where the product
//! is negative, never the NaN that later hardware gives. `nrm` and `rsq` have a finite result for 0, so that the
//! direction of nothing is 0.

use crate::ast::{Expr, ExprKind, Ident};
use crate::lower::helper::Helpers;
use crate::lower::matrix;
use crate::types::{Callee, Shape};

/// Takes the sign off what a root, logarithm or power is of, and normalises by a function of our own.
pub(super) fn call(expr: &mut Expr, callee: &Callee, helpers: &mut Helpers) {
    if !matches!(callee, Callee::Intrinsic(..)) {
        return;
    }
    let ty = expr.ty.number();
    let ExprKind::Call(name, args) = &mut expr.kind else { return };
    match (name.name.as_str(), args.as_mut_slice()) {
        ("pow" | "log" | "log2" | "log10" | "sqrt" | "rsqrt", [of, ..]) if may_be_negative(of) => {
            let (ty, span) = (of.ty.clone(), of.span);
            let abs = Ident { name: "abs".to_owned(), span };
            let kind = ExprKind::Call(abs, vec![of.take()]);
            *of = Expr { ty, ..Expr::new(kind, span) };
            matrix::call_function_helper(of, helpers);
        }
        ("normalize", [_]) => {
            let Some(number) = ty else { return };
            let squared = if number.shape == Shape::Scalar { "a * a" } else { "dot(a, a)" };
            let helper = format!("fx@normalize_{number}");
            helpers.add(&helper, || {
                format!(
                    "{number} {helper}({number} a) {{ float square = {squared}; \
                    return square == 0.0 ? ({number})0 : ({number})(a * rsqrt(square)); }}"
                )
            });
            name.name = helper;
        }
        _ => {}
    }
}

/// False for what shows at a glance that it is not.
fn may_be_negative(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Literal(_) => false,
        ExprKind::Call(name, _) => !matches!(
            name.name.as_str(),
            "abs" | "saturate" | "length" | "distance" | "exp" | "exp2"
        ),
        ExprKind::Cast(_, _, inner) => may_be_negative(inner),
        _ => true,
    }
}
