//! Intrinsic functions of constants.

use crate::check::number::{Operation, Value, binary};
use crate::diagnostic::Diagnostic;
use crate::effect::ScalarKind;
use crate::source::Span;

/// Calls an intrinsic function.
///
/// # Errors
/// A function that has no constant value here, a wrong number of arguments.
pub(super) fn intrinsic(name: &str, args: &[Value], span: Span) -> Result<Value, Diagnostic> {
    let one: Option<fn(f64) -> f64> = match name {
        "sin" => Some(f64::sin),
        "cos" => Some(f64::cos),
        "tan" => Some(f64::tan),
        "asin" => Some(f64::asin),
        "acos" => Some(f64::acos),
        "atan" => Some(f64::atan),
        "sqrt" => Some(f64::sqrt),
        "rsqrt" => Some(|it| 1.0 / it.sqrt()),
        "exp" => Some(f64::exp),
        "exp2" => Some(f64::exp2),
        "log" => Some(f64::ln),
        "log2" => Some(f64::log2),
        "log10" => Some(f64::log10),
        "floor" => Some(f64::floor),
        "ceil" => Some(f64::ceil),
        "round" => Some(f64::round_ties_even),
        "trunc" => Some(f64::trunc),
        "frac" => Some(|it| it - it.floor()),
        "saturate" => Some(|it| it.clamp(0.0, 1.0)),
        "radians" => Some(f64::to_radians),
        "degrees" => Some(f64::to_degrees),
        "rcp" => Some(|it| 1.0 / it),
        "sinh" => Some(f64::sinh),
        "cosh" => Some(f64::cosh),
        "tanh" => Some(f64::tanh),
        _ => None,
    };
    let two = match name {
        "min" => Some(Operation::Min),
        "max" => Some(Operation::Max),
        "pow" => Some(Operation::Pow),
        "fmod" => Some(Operation::Rem),
        "atan2" => Some(Operation::Atan2),
        _ => None,
    };
    match (args, one, two) {
        ([value], Some(function), _) => Ok(as_float(value).map(function)),
        ([value], ..) if name == "abs" => Ok(value.arithmetic_kind().map(f64::abs)),
        ([left, right], _, Some(operation @ (Operation::Min | Operation::Max))) => {
            binary(operation, left, right, span)
        }
        // These have no form for whole numbers.
        ([left, right], _, Some(operation)) => {
            binary(operation, &as_float(left), &as_float(right), span)
        }
        ([value], ..) if name == "any" => {
            let truth = value.numbers.iter().any(|it| *it != 0.0);
            Ok(Value::scalar(ScalarKind::Bool, f64::from(u8::from(truth))))
        }
        ([value], ..) if name == "all" => {
            Ok(Value::scalar(ScalarKind::Bool, f64::from(u8::from(value.is_true()))))
        }
        ([value], ..) if name == "normalize" => {
            let length = value.numbers.iter().map(|it| it * it).sum::<f64>().sqrt();
            Ok(as_float(value).map(|it| it / length))
        }
        ([value, low, high], ..) if name == "clamp" => {
            let raised = binary(Operation::Max, value, low, span)?;
            binary(Operation::Min, &raised, high, span)
        }
        _ => of_vectors(name, args, span)?.ok_or_else(|| {
            Diagnostic::error(
                span,
                format!("`{name}` with {} arguments cannot be evaluated here", args.len()),
            )
        }),
    }
}

fn as_float(value: &Value) -> Value {
    match value.kind {
        ScalarKind::Double => value.clone(),
        _ => Value { kind: ScalarKind::Float, ..value.clone() },
    }
}

/// Functions that put several numbers together, and those that are made of other operations. None for others.
///
/// # Errors
/// Values of sizes that do not go together.
fn of_vectors(name: &str, args: &[Value], span: Span) -> Result<Option<Value>, Diagnostic> {
    let of = |operation, left: &Value, right: &Value| binary(operation, left, right, span);
    Ok(Some(match (name, args) {
        ("dot", [a, b]) => dot(a, b, span)?,
        ("length", [a]) => length(a),
        ("distance", [a, b]) => length(&of(Operation::Sub, a, b)?),
        ("cross", [a, b]) => {
            let turned = |value: &Value, letters| as_float(value).swizzle(letters);
            let (Some(a), Some(b), Some(c), Some(d)) =
                (turned(a, "yzx"), turned(b, "zxy"), turned(a, "zxy"), turned(b, "yzx"))
            else {
                return Ok(None);
            };
            of(Operation::Sub, &of(Operation::Mul, &a, &b)?, &of(Operation::Mul, &c, &d)?)?
        }
        ("lerp", [a, b, by]) => {
            let (a, b) = (as_float(a), as_float(b));
            of(Operation::Add, &a, &of(Operation::Mul, by, &of(Operation::Sub, &b, &a)?)?)?
        }
        ("mad", [a, b, c]) => of(Operation::Add, &of(Operation::Mul, a, b)?, c)?,
        ("step", [edge, x]) => {
            let is_over = of(Operation::GreaterEqual, &as_float(x), &as_float(edge))?;
            Value { kind: ScalarKind::Float, ..is_over }
        }
        ("smoothstep", [low, high, x]) => {
            let range = of(Operation::Sub, &as_float(high), low)?;
            let part = of(Operation::Div, &of(Operation::Sub, &as_float(x), low)?, &range)?;
            part.map(|it| {
                let part = it.clamp(0.0, 1.0);
                part * part * (3.0 - 2.0 * part)
            })
        }
        ("sign", [a]) => {
            let numbers = a.numbers.iter().map(|it| match *it {
                it if it > 0.0 => 1.0,
                it if it < 0.0 => -1.0,
                _ => 0.0,
            });
            Value { kind: ScalarKind::Int, numbers: numbers.collect(), ..a.clone() }
        }
        ("ldexp", [a, exponent]) => {
            of(Operation::Mul, &as_float(a), &as_float(exponent).map(f64::exp2))?
        }
        ("reflect", [i, n]) => {
            let twice =
                of(Operation::Mul, &Value::scalar(ScalarKind::Int, 2.0), &dot(i, n, span)?)?;
            of(Operation::Sub, &as_float(i), &of(Operation::Mul, &twice, n)?)?
        }
        _ => return Ok(None),
    }))
}

/// The sum of the products of components.
fn dot(a: &Value, b: &Value, span: Span) -> Result<Value, Diagnostic> {
    let products = binary(Operation::Mul, &a.arithmetic_kind(), b, span)?;
    Ok(Value::scalar(products.kind, products.numbers.iter().sum()))
}

fn length(value: &Value) -> Value {
    let square = value.numbers.iter().map(|it| it * it).sum::<f64>();
    Value::scalar(as_float(value).kind, square.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn functions_of_real_numbers_make_real_numbers_of_whole_ones() {
        let call = |name: &str, args: &[f64]| {
            let args: Vec<Value> =
                args.iter().map(|it| Value::scalar(ScalarKind::Int, *it)).collect();
            intrinsic(name, &args, Span::new(FileId(0), 0..0)).unwrap()
        };
        let float = |number: f64| Value::scalar(ScalarKind::Float, number);
        assert_eq!(call("pow", &[2.0, -1.0]), float(0.5));
        assert_eq!(call("atan2", &[1.0, 1.0]), float(std::f32::consts::FRAC_PI_4.into()));
        assert_eq!(call("fmod", &[7.0, 4.0]), float(3.0));
        assert_eq!(call("sqrt", &[2.0]), float(std::f64::consts::SQRT_2));
        // These have forms for both.
        assert_eq!(call("min", &[7.0, 4.0]), Value::scalar(ScalarKind::Int, 4.0));
        assert_eq!(call("clamp", &[7.0, 1.0, 4.0]), Value::scalar(ScalarKind::Int, 4.0));
        assert_eq!(call("abs", &[-7.0]), Value::scalar(ScalarKind::Int, 7.0));
    }

    #[test]
    fn functions_of_vectors() {
        let of = |kind, numbers: &[f64]| {
            let columns = u32::try_from(numbers.len()).unwrap();
            Value::new(kind, 1, columns, numbers.to_vec()).unwrap()
        };
        let float = |numbers: &[f64]| of(ScalarKind::Float, numbers);
        let int = |numbers: &[f64]| of(ScalarKind::Int, numbers);
        let call =
            |name: &str, args: &[Value]| intrinsic(name, args, Span::new(FileId(0), 0..0)).unwrap();
        let (a, b) = (float(&[1.0, 2.0, 3.0]), float(&[4.0, -5.0, 6.0]));
        assert_eq!(call("dot", &[a.clone(), b.clone()]), float(&[12.0]));
        assert_eq!(call("dot", &[int(&[1.0, 2.0]), int(&[3.0, 4.0])]), int(&[11.0]));
        assert_eq!(call("cross", &[a.clone(), b.clone()]), float(&[27.0, 6.0, -13.0]));
        assert_eq!(call("length", &[int(&[3.0, 4.0])]), float(&[5.0]));
        assert_eq!(call("distance", &[a.clone(), float(&[1.0, 5.0, 7.0])]), float(&[5.0]));
        assert_eq!(call("lerp", &[a.clone(), b.clone(), float(&[0.5])]), float(&[2.5, -1.5, 4.5]));
        assert_eq!(call("mad", &[int(&[2.0]), int(&[3.0]), int(&[4.0])]), int(&[10.0]));
        assert_eq!(call("step", &[int(&[2.0]), float(&[1.5, 2.0])]), float(&[0.0, 1.0]));
        assert_eq!(call("smoothstep", &[int(&[0.0]), int(&[2.0]), int(&[1.0])]), float(&[0.5]));
        assert_eq!(call("sign", std::slice::from_ref(&b)), int(&[1.0, -1.0, 1.0]));
        assert_eq!(call("ldexp", &[float(&[0.75]), int(&[3.0])]), float(&[6.0]));
        assert_eq!(call("reflect", &[float(&[1.0, -1.0]), int(&[0.0, 1.0])]), float(&[1.0, 1.0]));
        assert_eq!(call("tanh", &[int(&[0.0])]), float(&[0.0]));
    }
}
