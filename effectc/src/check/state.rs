//! State blocks to descriptions.

use crate::ast::{Expr, ExprKind, Literal, StateAssignment, StateBlock};
use crate::check::constant::Constants;
use crate::check::nearest::nearest;
use crate::check::number;
use crate::diagnostic::Diagnostic;
use crate::state::table::{StateDesc, StateMember, StateValue, ValueKind};

/// Fills a description from a block; what the block leaves out keeps Effects 11's default.
pub fn describe<D: StateDesc>(
    block: Option<&StateBlock>,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> D {
    let mut desc = D::default();
    for assignment in block.into_iter().flat_map(|it| &it.states) {
        if let Err(diagnostic) = assign(&mut desc, assignment, constants) {
            diagnostics.push(diagnostic.with_code("state"));
        }
    }
    desc
}

fn assign<D: StateDesc>(
    desc: &mut D,
    assignment: &StateAssignment,
    constants: Constants<'_, '_>,
) -> Result<(), Diagnostic> {
    let written = &assignment.name.name;
    let Some(member) = D::MEMBERS.iter().find(|it| it.name.eq_ignore_ascii_case(written)) else {
        return Err(unknown_member::<D>(assignment));
    };
    let index = assignment.index.as_ref().map(|it| index(member, it, constants)).transpose()?;
    let value = value(member.kind, &assignment.value, constants)?;
    (member.set)(desc, index, value);
    Ok(())
}

fn unknown_member<D: StateDesc>(assignment: &StateAssignment) -> Diagnostic {
    let written = &assignment.name.name;
    let diagnostic = Diagnostic::error(
        assignment.name.span,
        format!("`{written}` is not a member of {}", D::KEYWORD),
    );
    match nearest(written, D::MEMBERS.iter().map(|it| it.name)) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => {
            let names: Vec<&str> = D::MEMBERS.iter().map(|it| it.name).collect();
            diagnostic.with_help(format!("its members are {}", names.join(", ")))
        }
    }
}

fn index<D>(
    member: &StateMember<D>,
    expr: &Expr,
    constants: Constants<'_, '_>,
) -> Result<u32, Diagnostic> {
    let index = constants.uint(expr)?;
    match member.index_count {
        0 => Err(Diagnostic::error(expr.span, format!("`{}` takes no index", member.name))),
        count if index >= count => Err(Diagnostic::error(
            expr.span,
            format!(
                "index {index} of `{}` is out of range: expected 0 to {}",
                member.name,
                count - 1
            ),
        )),
        _ => Ok(index),
    }
}

fn value(
    kind: ValueKind,
    expr: &Expr,
    constants: Constants<'_, '_>,
) -> Result<StateValue, Diagnostic> {
    match kind {
        ValueKind::Enum { type_name, names } => enum_value(type_name, names, expr, constants),
        ValueKind::Bool => match truth_word(expr) {
            Some(truth) => Ok(StateValue::Uint(u32::from(truth))),
            None => match constants.scalar(expr) {
                Ok(value) => Ok(StateValue::Uint(u32::from(value.is_true()))),
                Err(cause) => Err(or_expected(expr, "TRUE or FALSE", &["TRUE", "FALSE"], cause)),
            },
        },
        ValueKind::Int => {
            let number = constants.scalar(expr)?.numbers[0];
            // fxc cuts a fraction off: `DepthBias = 100000.0f`.
            number::to_i32(number.trunc()).map(StateValue::Int).ok_or_else(|| {
                Diagnostic::error(expr.span, format!("expected a whole number, found {number}"))
            })
        }
        ValueKind::Uint { min, max } => {
            let number = constants.uint(expr)?;
            match number {
                _ if (min..=max).contains(&number) => Ok(StateValue::Uint(number)),
                _ => Err(Diagnostic::error(
                    expr.span,
                    format!("expected a number from {min} to {max}, found {number}"),
                )),
            }
        }
        ValueKind::Float => {
            let number = number::to_f32(constants.scalar(expr)?.numbers[0]);
            finite(number, expr).map(StateValue::Float)
        }
        ValueKind::Float4 => float4(expr, constants).map(StateValue::Float4),
        ValueKind::Texture => Ok(StateValue::Texture),
    }
}

/// Evaluates to four finite numbers; one number is spread.
///
/// # Errors
/// Anything else.
pub fn float4(expr: &Expr, constants: Constants<'_, '_>) -> Result<[f32; 4], Diagnostic> {
    let numbers = constants.flat(expr)?;
    let numbers = match numbers.as_slice() {
        [all] => [*all; 4],
        [x, y, z, w] => [*x, *y, *z, *w],
        _ => {
            return Err(Diagnostic::error(
                expr.span,
                format!(
                    "expected four numbers, as in `float4(0, 0, 0, 1)`, found {}",
                    numbers.len()
                ),
            ));
        }
    };
    let numbers = numbers.map(number::to_f32);
    numbers.iter().try_for_each(|it| finite(*it, expr).map(|_| ()))?;
    Ok(numbers)
}

fn finite(number: f32, expr: &Expr) -> Result<f32, Diagnostic> {
    match number.is_finite() {
        true => Ok(number),
        false => Err(Diagnostic::error(expr.span, "the number is too large for a float")),
    }
}

fn enum_value(
    type_name: &str,
    names: &[(&'static str, u32)],
    expr: &Expr,
    constants: Constants<'_, '_>,
) -> Result<StateValue, Diagnostic> {
    if let Some(word) = expr.as_name()
        && let Some((_, number)) = names.iter().find(|(it, _)| it.eq_ignore_ascii_case(word))
    {
        return Ok(StateValue::Uint(*number));
    }
    let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    let expected = match all.len() {
        0..=8 => all.join(", "),
        _ => format!("a value of {type_name}"),
    };
    let number = constants.uint(expr).map_err(|cause| or_expected(expr, &expected, &all, cause))?;
    match names.iter().any(|(_, it)| *it == number) {
        true => Ok(StateValue::Uint(number)),
        false => Err(Diagnostic::error(
            expr.span,
            format!("{number} is not a value of {type_name}: expected {expected}"),
        )),
    }
}

/// An error about a word that is no value here; other expressions keep their own error.
fn or_expected(expr: &Expr, expected: &str, names: &[&str], cause: Diagnostic) -> Diagnostic {
    let Some(word) = expr.as_name() else { return cause };
    let diagnostic =
        Diagnostic::error(expr.span, format!("`{word}` is not a value here: expected {expected}"));
    match nearest(word, names.iter().copied()) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}

fn truth_word(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Literal(Literal::Bool(truth)) => Some(*truth),
        ExprKind::Name(word) if word.eq_ignore_ascii_case("true") => Some(true),
        ExprKind::Name(word) if word.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}
