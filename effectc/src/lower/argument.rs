//! Arguments of calls.
//!
//! fxc converts each argument to the type of its parameter, cutting vectors that are longer. The HLSL compiler finds
//! some calls ambiguous then, and knows no function for others, so that arguments are written with their parameters'
//! types.

use crate::ast::{Expr, ExprKind};
use crate::lower::convert::{exactly, is_plain};
use crate::lower::helper::Helpers;
use crate::types::{Callee, Direction, Ty};

/// Converts the arguments of a call to the types of the parameters that take them.
pub(super) fn convert_arguments(expr: &mut Expr, callee: &Callee) {
    let (ExprKind::Call(_, args) | ExprKind::Method(_, _, args)) = &mut expr.kind else { return };
    for (arg, param) in args.iter_mut().zip(callee.params()) {
        if !param.direction.writes() {
            exactly(arg, &param.ty);
        }
    }
}

/// Passes `inout` arguments of another type than the parameter in a variable of that type, as fxc does; glslang makes
/// invalid SPIR-V of such a call. `f(i)` becomes `v = (float)i, f(v), i = (int)v`.
pub(super) fn carry_over(expr: &mut Expr, callee: &Callee, helpers: &mut Helpers) {
    let Callee::User(signature) = callee else { return };
    let result = match &signature.returns {
        Ty::Void => None,
        Ty::Number(number) => Some(*number),
        _ => return,
    };
    let span = expr.span;
    let (ExprKind::Call(_, args) | ExprKind::Method(_, _, args)) = &mut expr.kind else { return };
    // A method has its object as another argument by now.
    if args.len() > signature.params.len() {
        return;
    }
    let assign = |place: Expr, value: Expr| {
        let ty = place.ty.clone();
        Expr::typed(ExprKind::Assign(None, Box::new(place), Box::new(value)), span, ty)
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (arg, param) in args.iter_mut().zip(&signature.params) {
        let (Some(has), Some(wants)) = (arg.ty.number(), param.ty.number()) else { continue };
        let is_place = is_plain(arg) && !matches!(arg.kind, ExprKind::Cast(..));
        let differs = has.kind != wants.kind && has.shape == wants.shape;
        if param.direction != Direction::InOut || !is_place || !differs {
            continue;
        }
        let held = Expr::typed(ExprKind::Name(helpers.variable(wants)), arg.span, wants);
        let place = std::mem::replace(arg, held.clone());
        let (mut value, mut changed) = (place.clone(), held.clone());
        exactly(&mut value, &wants.into());
        exactly(&mut changed, &has.into());
        before.push(assign(held, value));
        after.push(assign(place, changed));
    }
    if before.is_empty() {
        return;
    }
    let mut call = expr.take();
    if let Some(number) = result {
        let held = Expr::typed(ExprKind::Name(helpers.variable(number)), span, number);
        call = assign(held.clone(), call);
        after.push(held);
    }
    before.push(call);
    before.extend(after);
    let joined = before.into_iter().reduce(|left, right| {
        let ty = right.ty.clone();
        Expr::typed(ExprKind::Comma(Box::new(left), Box::new(right)), span, ty)
    });
    if let Some(joined) = joined {
        *expr = joined;
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn arguments_that_are_changed_go_through_a_variable_of_their_parameter() {
        check(
            "float f(inout float a, int2 b) { return a++; } void g(inout int2 a) { a++; }",
            "int i = 1; float4 v = 0; g(v.xw); Output[0] = f(i, v.xy);",
            &[
                "static int2 fx_held0;",
                "static float fx_held1;",
                "static float fx_held2;",
                "fx_held0 = (int2)v.xw, g(fx_held0), v.xw = (float2)fx_held0;",
                "Output[0] = (fx_held1 = (float)i, fx_held2 = f(fx_held1, (int2)v.xy), i = (int)fx_held1, fx_held2);",
            ],
        );
    }
}
