//! Powers with exponents that are whole constants.
//!
//! From shader model 4 on fxc makes multiplications of such a power, and the reciprocal of them where the exponent is
//! negative, as long as they are few: 2n + 1, or n + 1, for a value of n numbers. So `pow(x, 2)` is right for an `x` below 0,
//! where `exp2(2 * log2(x))`, which graphics cards make of SPIR-V's `Pow`, is NaN. The rule is the one by which DXC does
//! what fxc did.

use crate::ast::{Expr, ExprKind};
use crate::check::symbols::Symbols;
use crate::lower::constant;
use crate::lower::helper::Helpers;
use crate::lower::matrix;
use crate::types::{Callee, Number, Scope, Shape};

/// A power with a whole constant exponent calls a function that multiplies. The arguments have the types of the
/// parameters already.
#[expect(clippy::float_cmp, reason = "one exponent for all components, the same bit by bit")]
pub(super) fn call_product(
    expr: &mut Expr,
    callee: &Callee,
    symbols: &Symbols<'_>,
    scope: &Scope,
    helpers: &mut Helpers,
) {
    if !matches!(callee, Callee::Intrinsic(..)) {
        return;
    }
    let Some(number) = expr.ty.number() else { return };
    let ExprKind::Call(name, args) = &mut expr.kind else { return };
    let [_, exponent] = args.as_slice() else { return };
    if name.name != "pow" {
        return;
    }
    let Some(value) = constant::value(exponent, symbols, scope) else { return };
    let Some(&power) = value.numbers.first() else { return };
    if value.numbers.iter().any(|it| *it != power) {
        return;
    }
    let Some(power) = crate::check::number::to_i32(power) else { return };
    if !is_product(power, number.shape.count()) {
        return;
    }
    let sign = if power < 0 { "minus" } else { "" };
    let helper = |number: Number| format!("fx@power_{sign}{}_{number}", power.unsigned_abs());
    let whole = helper(number);
    match number.shape {
        Shape::Matrix(rows, columns) => {
            let row = Number::vector(number.kind, columns);
            let of_row = helper(row);
            helpers.add_base(&of_row, || text(&of_row, power, row));
            helpers.add(&whole, || matrix::row_by_row(&whole, rows, columns, &of_row));
        }
        Shape::Scalar | Shape::Vector(_) => {
            helpers.add_base(&whole, || text(&whole, power, number));
        }
    }
    name.name = whole;
    args.truncate(1);
}

/// Whether fxc multiplies: bits of the exponent after the first are squarings, bits that are set after the first are
/// products.
fn is_product(power: i32, count: u8) -> bool {
    let magnitude = power.unsigned_abs();
    let Some(squarings) = magnitude.checked_ilog2() else { return true };
    let needed = squarings + magnitude.count_ones() - 1;
    let count = u32::from(count);
    needed <= if power < 0 { count + 1 } else { 2 * count + 1 }
}

/// `float fx_power_5_float(float a) { float a2 = a * a; float a4 = a2 * a2; return a * a4; }`
fn text(name: &str, power: i32, number: Number) -> String {
    let magnitude = power.unsigned_abs();
    let of = |bit: u32| if bit == 0 { "a".to_owned() } else { format!("a{}", 1_u64 << bit) };
    let last = magnitude.checked_ilog2().unwrap_or(0);
    let squares = (1..=last).map(|bit| {
        let (half, whole) = (of(bit - 1), of(bit));
        format!("{number} {whole} = {half} * {half}; ")
    });
    let squares: String = squares.collect();
    let factors = (0..=last).filter(|bit| magnitude >> bit & 1 == 1).map(of);
    let product = factors.collect::<Vec<_>>().join(" * ");
    let result = match power {
        0 => format!("({number})1"),
        1.. => product,
        _ => format!("({number})1 / ({product})"),
    };
    format!("{number} {name}({number} a) {{ {squares}return {result}; }}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::testing::check;

    #[test]
    fn few_multiplications_are_a_product() {
        let products: Vec<i32> = (-9..20).filter(|it| is_product(*it, 1)).collect();
        assert_eq!(products, [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8]);
        assert!(is_product(128, 3) && !is_product(256, 3) && is_product(256, 4));
        assert!(is_product(7, 2) && !is_product(7, 1));
    }

    #[test]
    fn powers_are_products() {
        check(
            "static const float K = 5; float2 f() { return U; }",
            "Output[0] = pow(U, K) + pow(f(), 2).x + pow(World[0], -2) + pow(U, 0) + pow(U, 7) + pow(U, 2.5);",
            &[
                "float fx_power_0_float(float a) { return (float)1; }",
                "float2 fx_power_2_float2(float2 a) { float2 a2 = a * a; return a2; }",
                "float fx_power_5_float(float a) { float a2 = a * a; float a4 = a2 * a2; return a * a4; }",
                "float4 fx_power_minus2_float4(float4 a) { float4 a2 = a * a; return (float4)1 / (a2); }",
            ],
        );
    }

    #[test]
    fn powers_of_matrices_are_products_row_by_row() {
        check(
            "",
            "float2x3 m = (float2x3)World; m = pow(m, 6); Output[0] = pow(World, 2)[0] + m[0].xyzz;",
            &[
                "float4 fx_power_2_float4(float4 a) { float4 a2 = a * a; return a2; }",
                "float3 fx_power_6_float3(float3 a) { float3 a2 = a * a; float3 a4 = a2 * a2; return a2 * a4; }",
                "float2x3 fx_power_6_float2x3(float2x3 a) { return float2x3(fx_power_6_float3(a[0]), fx_power_6_float3(a[1])); }",
                "m = fx_power_6_float2x3(m);",
            ],
        );
    }
}
