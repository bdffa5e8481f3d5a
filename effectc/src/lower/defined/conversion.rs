//! Fractions that become whole numbers.
//!
//! Direct3D's `ftoi` and `ftou`, which fxc makes of such a conversion, cut the fraction off, give the nearest whole number
//! that there is for what is too large or too small, and 0 for NaN (Direct3D 11.3 Functional Specification, 22.13).
//! SPIR-V's conversions may give anything then, and graphics cards do.

use super::Known;
use crate::ast::{Expr, ExprKind, Type, TypeKind, Variable};
use crate::lower::convert;
use crate::lower::helper::Helpers;
use crate::lower::shape::Shape as Parts;
use crate::types::{Kind, Number, Shape};

/// Lets the conversions of a cast or constructor give what Direct3D gives.
pub(super) fn limit(expr: &mut Expr, known: Known<'_, '_>, helpers: &mut Helpers) {
    let to = expr.ty.number();
    match &mut expr.kind {
        ExprKind::Cast(_, dims, value) if dims.is_empty() => {
            let (Some(from), Some(to)) = (value.ty.number(), to) else { return };
            if !is_open(value, to.kind, known) {
                return;
            }
            // What is spread is converted once, what is cut is cut before.
            if from.shape == Shape::Scalar {
                call(value, to.kind, helpers);
                if to.shape == Shape::Scalar {
                    *expr = value.take();
                }
                return;
            }
            convert::exactly(value, &Number { kind: from.kind, shape: to.shape }.into());
            if value.ty.number() == Some(to.of_kind(from.kind)) {
                call(value, to.kind, helpers);
                *expr = value.take();
            }
        }
        ExprKind::Construct(
            Type { kind: TypeKind::Scalar(kind) | TypeKind::Vector(kind, _), .. },
            parts,
        ) => {
            let Some(kind) = Kind::of(*kind) else { return };
            parts.iter_mut().for_each(|it| limit_value(it, kind, known, helpers));
        }
        _ => {}
    }
}

/// Lets the numbers in the braces of a variable's value be converted as Direct3D does.
pub(super) fn limit_list(variable: &mut Variable, known: Known<'_, '_>, helpers: &mut Helpers) {
    let Some(init) = &mut variable.init else { return };
    if !matches!(init.kind, ExprKind::Braces(_)) {
        return;
    }
    if let Some(parts) = Parts::of(&variable.ty, &variable.array, known.symbols) {
        limit_parts(init, &parts, known, helpers);
    }
}

fn limit_parts(value: &mut Expr, parts: &Parts, known: Known<'_, '_>, helpers: &mut Helpers) {
    match (&mut value.kind, parts) {
        (ExprKind::Braces(values), Parts::Array(element, _)) => {
            values.iter_mut().for_each(|it| limit_parts(it, element, known, helpers));
        }
        (ExprKind::Braces(values), Parts::Struct(_, fields)) => {
            let pairs = values.iter_mut().zip(fields);
            pairs.for_each(|(it, (_, field))| limit_parts(it, field, known, helpers));
        }
        (ExprKind::Braces(values), _) => {
            values.iter_mut().for_each(|it| limit_parts(it, parts, known, helpers));
        }
        (_, Parts::Scalar(kind) | Parts::Vector(kind, _)) => {
            if let Some(kind) = Kind::of(*kind) {
                limit_value(value, kind, known, helpers);
            }
        }
        _ => {}
    }
}

/// Converts a value that becomes of a kind by itself.
fn limit_value(value: &mut Expr, kind: Kind, known: Known<'_, '_>, helpers: &mut Helpers) {
    if is_open(value, kind, known) {
        call(value, kind, helpers);
    }
}

/// Whether what a value becomes is left open.
fn is_open(value: &Expr, to: Kind, known: Known<'_, '_>) -> bool {
    let (low, high) = match to {
        Kind::Int => (f64::from(i32::MIN), f64::from(i32::MAX)),
        Kind::Uint => (0.0, f64::from(u32::MAX)),
        Kind::Bool | Kind::Float | Kind::Double => return false,
    };
    let is_fractional = value.ty.number().is_some_and(|it| it.kind.is_fractional());
    // What `sign` gives is cast because it is a whole number in HLSL.
    let is_sign = matches!(&value.kind, ExprKind::Call(name, _)
        if name.name == "sign" && !known.symbols.functions.contains_key("sign"));
    is_fractional && !is_sign && !known.all(value, |it| (low..=high).contains(&it.trunc()))
}

fn call(value: &mut Expr, to: Kind, helpers: &mut Helpers) {
    let Some(from) = value.ty.number() else { return };
    let to = from.of_kind(to);
    if let Some(name) = function(helpers, from, to) {
        let span = value.span;
        *value = convert::call(&name, vec![value.take()], span, to);
    }
}

/// The name of the function that converts; none where nothing is left open, and for matrices.
pub(in crate::lower) fn function(
    helpers: &mut Helpers,
    from: Number,
    to: Number,
) -> Option<String> {
    let is_open = from.kind.is_fractional() && to.kind.is_whole() && from.shape == to.shape;
    if !is_open || matches!(from.shape, Shape::Matrix(..)) {
        return None;
    }
    let name = format!("fx@{from}_to_{to}");
    helpers.add_base(&name, || text(&name, from, to));
    Some(name)
}

/// Nothing is converted that does not fit; comparisons with NaN are false.
fn text(name: &str, from: Number, to: Number) -> String {
    match to.kind {
        Kind::Uint => format!(
            "{to} {name}({from} a) {{ \
             {from} inside = a > ({from})0 ? (a < ({from})4294967296.0 ? a : ({from})0) : ({from})0; \
             return a >= ({from})4294967296.0 ? ({to})4294967295u : ({to})inside; }}"
        ),
        _ => format!(
            "{to} {name}({from} a) {{ \
             {from} inside = abs(a) < ({from})2147483648.0 ? a : ({from})0; \
             {to} low = a <= ({from})-2147483648.0 ? ({to})(-2147483647 - 1) : ({to})inside; \
             return a >= ({from})2147483648.0 ? ({to})2147483647 : low; }}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered};

    #[test]
    fn conversions_to_whole_numbers_have_limits() {
        check(
            "struct S { int a; float b; }; int take(uint a) { return a; }",
            "int i = U; int3 v = U * 2; uint2 w = uint2(U, i); int a[2] = { U, 1 }; S s = { U, U }; i *= U; \
             Output[0] = take(World[0].y) + ((uint3)World[1].xyz).x + v.x + w.x + a[U] + s.a + ((int2)World[0]).x;",
            &[
                "int i = fx_float_to_int(U);",
                "int3 v = (int3)fx_float_to_int(U * 2);",
                "uint2 w = uint2(fx_float_to_uint(U), i);",
                "int a[2] = { fx_float_to_int(U), 1 };",
                "S s = { fx_float_to_int(U), U };",
                "i = fx_float_to_int(i * U);",
                "Output[0] = take(fx_float_to_uint(World[0].y)) + fx_float3_to_uint3(World[1].xyz).x + v.x + w.x + a[fx_float_to_int(U)] + s.a + fx_float2_to_int2(World[0].xy).x;",
            ],
        );
    }

    #[test]
    fn what_is_known_to_fit_stays() {
        let text = lowered(
            "static const float K = 2.5;",
            "int i = 2.5; uint u = (uint)(K * 2); int2 v = int2(K, 1e9); Output[i] = u + v.x + sign(U);",
        );
        assert!(!text.contains("_to_int") && !text.contains("_to_uint"), "{text}");
        let text = lowered("", "int i = 3e9; uint u = -1.5; Output[i] = u;");
        assert!(text.contains("fx_float_to_int(") && text.contains("fx_float_to_uint("), "{text}");
    }
}
