//! State blocks to descriptions, and values of states to numbers.

use crate::ast::{BinaryOp, Expr, ExprKind, Literal, StateAssignment, StateBlock};
use crate::check::constant::Constants;
use crate::check::initial::{with_initial_values, with_numbers};
use crate::check::nearest::nearest;
use crate::check::number::{self, Value};
use crate::diagnostic::{Diagnostic, Severity};
use crate::effect::ScalarKind;
use crate::state::table::{StateDesc, StateMember, StateValue, ValueKind};

/// Fills a description from a block; what the block leaves out keeps Effects 11's default.
pub(super) fn describe<D: StateDesc>(
    block: Option<&StateBlock>,
    constants: Constants<'_, '_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> D {
    let mut desc = D::default();
    let values = Values { constants };
    for assignment in block.into_iter().flat_map(|it| &it.states) {
        if let Err(diagnostic) = assign(&mut desc, assignment, values, diagnostics) {
            diagnostics.push(diagnostic.with_code("state"));
        }
    }
    desc
}

/// Takes one assignment into a description.
///
/// # Errors
/// A member that the description does not have, an index or value that does not fit it.
pub(super) fn assign<D: StateDesc>(
    desc: &mut D,
    assignment: &StateAssignment,
    values: Values<'_, '_>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let written = &assignment.name.name;
    let Some(member) = D::MEMBERS.iter().find(|it| it.name.eq_ignore_ascii_case(written)) else {
        return Err(unknown_member::<D>(assignment));
    };
    let index = assignment.index.as_ref();
    let index = index.map(|it| values.index(member.name, member.index_count, it)).transpose()?;
    let value = values.value(member.kind, &assignment.value, warnings)?;
    (member.set)(desc, index, value);
    Ok(())
}

fn unknown_member<D: StateDesc>(assignment: &StateAssignment) -> Diagnostic {
    let names: Vec<&str> = D::MEMBERS.iter().map(|it: &StateMember<D>| it.name).collect();
    unknown_name(assignment, D::KEYWORD, &names)
}

/// An error about a name that no member of a block has.
pub(super) fn unknown_name(
    assignment: &StateAssignment,
    keyword: &str,
    names: &[&str],
) -> Diagnostic {
    let written = &assignment.name.name;
    let diagnostic = Diagnostic::error(
        assignment.name.span,
        format!("`{written}` is not a member of {keyword}"),
    );
    match nearest(written, names.iter().copied()) {
        Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
        None => diagnostic.with_help(format!("its members are {}", names.join(", "))),
    }
}

/// Reads values of states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'s, 'a> {
    /// Evaluates expressions.
    pub constants: Constants<'s, 'a>,
}

impl Values<'_, '_> {
    /// Reads an index of a member with so many elements.
    ///
    /// # Errors
    /// An index that is out of range, or a member that has none.
    pub(super) fn index(&self, name: &str, count: u32, expr: &Expr) -> Result<u32, Diagnostic> {
        let index = self.constants.uint(expr)?;
        match count {
            0 => Err(Diagnostic::error(expr.span, format!("`{name}` takes no index"))),
            count if index >= count => Err(Diagnostic::error(
                expr.span,
                format!("index {index} of `{name}` is out of range: expected 0 to {}", count - 1),
            )),
            _ => Ok(index),
        }
    }

    /// Reads a value. Where it depends on a variable that the program sets, its initial value counts, with a warning.
    ///
    /// # Errors
    /// What does not fit; a warning where fxc takes it nevertheless, and there is no value.
    pub(super) fn value(
        &self,
        kind: ValueKind,
        expr: &Expr,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<StateValue, Diagnostic> {
        let cause = match self.fixed_value(kind, expr) {
            Ok(value) => return Ok(value),
            Err(cause) => cause,
        };
        let Some((initial, name)) = with_initial_values(expr, self.constants) else {
            return Err(cause);
        };
        let value = self.fixed_value(kind, &initial).map_err(|unfit| {
            let message = format!(
                "the state follows the variable `{name}`, which has no fitting initial value"
            );
            let diagnostic = match unfit.severity {
                Severity::Warning => without_value(Diagnostic::warning(expr.span, message)),
                Severity::Error => Diagnostic::error(expr.span, message),
            };
            diagnostic.with_help("give the variable a value, or write the state's value here")
        })?;
        warnings.push(follows_not(&name, expr));
        Ok(value)
    }

    /// Reads a value of a state of Direct3D 9. A number that the device refuses, so that the state stays as it is, is
    /// none, with a warning; a variable has its initial value as in [`Self::value`].
    ///
    /// # Errors
    /// What is no value at all.
    pub(super) fn legacy_value(
        &self,
        kind: ValueKind,
        expr: &Expr,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Option<StateValue>, Diagnostic> {
        let numbers = match kind {
            ValueKind::Enum { names, .. } | ValueKind::Flags { names, .. } => names,
            _ => &[],
        };
        let cause = match self.fixed_value(kind, expr) {
            Ok(value) => return Ok(Some(value)),
            Err(cause) => cause,
        };
        // Names of values are numbers, which may be computed with.
        let expr = &with_numbers(expr, numbers, self.constants);
        if let Ok(value) = self.fixed_value(kind, expr) {
            return Ok(Some(value));
        }
        if self.constants.scalar(expr).is_ok() {
            let Diagnostic { message, .. } = cause;
            let warning = Diagnostic::warning(expr.span, message);
            warnings.push(warning.with_label("the state stays as it is").with_code("state"));
            return Ok(None);
        }
        let Some((initial, name)) = with_initial_values(expr, self.constants) else {
            return Err(cause);
        };
        if let Ok(value) = self.fixed_value(kind, &initial) {
            warnings.push(follows_not(&name, expr));
            return Ok(Some(value));
        }
        if self.constants.value(&initial).is_err() {
            return Err(cause);
        }
        let message = format!(
            "the state follows the variable `{name}`, whose initial value it cannot have: it stays as it is"
        );
        warnings.push(
            Diagnostic::warning(expr.span, message)
                .with_help("give the variable a value, or write the state's value here")
                .with_code("state"),
        );
        Ok(None)
    }

    fn fixed_value(&self, kind: ValueKind, expr: &Expr) -> Result<StateValue, Diagnostic> {
        match kind {
            ValueKind::Enum { type_name, names } => self.enum_value(type_name, names, expr),
            ValueKind::Flags { type_name, names } => {
                self.flags(type_name, names, expr).map(StateValue::Uint)
            }
            ValueKind::Bool => match truth_word(expr) {
                Some(truth) => Ok(StateValue::Uint(u32::from(truth))),
                None => match self.constants.scalar(expr) {
                    Ok(value) => Ok(StateValue::Uint(u32::from(value.is_true()))),
                    Err(cause) => {
                        Err(or_expected(expr, "TRUE or FALSE", &["TRUE", "FALSE"], cause))
                    }
                },
            },
            ValueKind::Int => {
                let number = self.constants.scalar(expr)?.numbers[0];
                // fxc cuts a fraction off: `DepthBias = 100000.0f`.
                number::to_i32(number.trunc()).map(StateValue::Int).ok_or_else(|| {
                    Diagnostic::error(expr.span, format!("expected a whole number, found {number}"))
                })
            }
            ValueKind::Byte => Ok(StateValue::Uint(self.uint(expr)? & 0xFF)),
            ValueKind::Uint { min, max } => {
                let number = self.uint(expr)?;
                match number {
                    _ if (min..=max).contains(&number) => Ok(StateValue::Uint(number)),
                    _ => Err(without_value(Diagnostic::warning(
                        expr.span,
                        format!("expected a number from {min} to {max}, found {number}"),
                    ))),
                }
            }
            ValueKind::Float => {
                let number = number::to_f32(self.constants.scalar(expr)?.numbers[0]);
                finite(number, expr).map(StateValue::Float)
            }
            ValueKind::Float4 => float4(expr, self.constants).map(StateValue::Float4),
            ValueKind::Color => self.color(expr).map(StateValue::Float4),
            ValueKind::Texture | ValueKind::Any => Ok(StateValue::Texture),
        }
    }

    /// A whole number; truth values are numbers, -1 is all bits.
    fn uint(&self, expr: &Expr) -> Result<u32, Diagnostic> {
        if let Some(truth) = truth_word(expr) {
            return Ok(u32::from(truth));
        }
        let value = self.constants.scalar(expr)?;
        match value.numbers[0] {
            -1.0 => Ok(u32::MAX),
            _ => self.constants.uint(expr),
        }
    }

    /// `0xAARRGGBB`, or four numbers.
    fn color(&self, expr: &Expr) -> Result<[f32; 4], Diagnostic> {
        let packed = match self.constants.value(expr) {
            Ok(Value { kind: ScalarKind::Int | ScalarKind::Uint, numbers, .. }) => {
                match numbers.as_slice() {
                    [number] => number::to_i64(*number),
                    _ => return float4(expr, self.constants),
                }
            }
            _ => return float4(expr, self.constants),
        };
        // As an `int`, a colour that is opaque is negative.
        let [.., alpha, red, green, blue] = packed.to_be_bytes().map(|it| f32::from(it) / 255.0);
        Ok([red, green, blue, alpha])
    }

    fn enum_value(
        &self,
        type_name: &str,
        names: &[(&'static str, u32)],
        expr: &Expr,
    ) -> Result<StateValue, Diagnostic> {
        if let Some(number) = word(expr).and_then(|word| named(names, &word)) {
            return Ok(StateValue::Uint(number));
        }
        let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let expected = expected_names(type_name, &all);
        let number = self.uint(expr).map_err(|cause| or_expected(expr, &expected, &all, cause))?;
        match names.iter().any(|(_, it)| *it == number) {
            true => Ok(StateValue::Uint(number)),
            false => Err(without_value(Diagnostic::warning(
                expr.span,
                format!("{number} is not a value of {type_name}: expected {expected}"),
            ))),
        }
    }

    /// `RED | GREEN`, or a number.
    fn flags(
        &self,
        type_name: &str,
        names: &[(&'static str, u32)],
        expr: &Expr,
    ) -> Result<u32, Diagnostic> {
        if let Some(bits) = word(expr).and_then(|word| named(names, &word)) {
            return Ok(bits);
        }
        if let ExprKind::Binary(op @ (BinaryOp::BitOr | BinaryOp::Add), left, right) = &expr.kind {
            let left = self.flags(type_name, names, left)?;
            let right = self.flags(type_name, names, right)?;
            return Ok(if *op == BinaryOp::BitOr {
                left | right
            } else {
                left.wrapping_add(right)
            });
        }
        let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let expected = format!("{}, joined by `|`", expected_names(type_name, &all));
        self.uint(expr).map_err(|cause| or_expected(expr, &expected, &all, cause))
    }
}

/// A warning that a state has the value of a variable once and for all.
fn follows_not(name: &str, expr: &Expr) -> Diagnostic {
    let warning = format!("the state has the initial value of `{name}`: it does not follow it");
    Diagnostic::warning(expr.span, warning)
        .with_help("pipelines are made once; make a pass for each value that is needed")
        .with_code("state")
}

/// Numbers that mean nothing to Direct3D are nothing to fxc, which writes them down, so they stop no effect.
fn without_value(warning: Diagnostic) -> Diagnostic {
    warning.with_note("fxc takes the number, and Direct3D refuses the state: it keeps its default")
}

/// Finds a value by name: case and underscores do not count, so that `InvSrcAlpha` of Direct3D 9 is `INV_SRC_ALPHA`.
pub(super) fn named(names: &[(&'static str, u32)], word: &str) -> Option<u32> {
    let letters = |it: &str| it.replace('_', "").to_ascii_uppercase();
    let wanted = letters(word);
    let exact = names.iter().find(|(it, _)| it.eq_ignore_ascii_case(word));
    exact.or_else(|| names.iter().find(|(it, _)| letters(it) == wanted)).map(|(_, it)| *it)
}

/// The word that a value is: also `true`, `NULL` and the like, which are names of values too.
fn word(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Literal(Literal::Bool(truth)) => Some(truth.to_string()),
        _ => None,
    }
}

fn expected_names(type_name: &str, all: &[&str]) -> String {
    match all.len() {
        0..=8 => all.join(", "),
        _ => format!("a value of {type_name}"),
    }
}

/// Evaluates to four finite numbers; one number is spread.
///
/// # Errors
/// Anything else.
pub(super) fn float4(expr: &Expr, constants: Constants<'_, '_>) -> Result<[f32; 4], Diagnostic> {
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

pub(super) fn truth_word(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Literal(Literal::Bool(truth)) => Some(*truth),
        ExprKind::Name(word) if word.eq_ignore_ascii_case("true") => Some(true),
        ExprKind::Name(word) if word.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_without_case_and_underscores() {
        const NAMES: &[(&str, u32)] = &[("SRC_ALPHA", 5), ("INV_SRC_ALPHA", 6), ("ZERO", 1)];
        assert_eq!(named(NAMES, "InvSrcAlpha"), Some(6));
        assert_eq!(named(NAMES, "src_alpha"), Some(5));
        assert_eq!(named(NAMES, "SRC"), None);
    }
}
