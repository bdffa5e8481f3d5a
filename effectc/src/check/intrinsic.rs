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
    let as_float = |value: &Value| match value.kind {
        ScalarKind::Double => value.clone(),
        _ => Value { kind: ScalarKind::Float, ..value.clone() },
    };
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
        _ => Err(Diagnostic::error(
            span,
            format!("`{name}` with {} arguments cannot be evaluated here", args.len()),
        )),
    }
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
}
