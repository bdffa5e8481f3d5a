//! Numbers, vectors and matrices of constant expressions, with HLSL's arithmetic.

use crate::diagnostic::Diagnostic;
use crate::effect::ScalarKind;
use crate::source::Span;

/// A constant. Every kind of number is held as `f64`, which holds each of their values exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// Kind of the numbers.
    pub kind: ScalarKind,
    /// 1 for numbers and vectors.
    pub rows: u32,
    /// 1 for numbers.
    pub columns: u32,
    /// Row after row.
    pub numbers: Vec<f64>,
}

impl Value {
    /// Makes one number.
    #[must_use]
    pub fn scalar(kind: ScalarKind, number: f64) -> Self {
        Self { kind, rows: 1, columns: 1, numbers: vec![wrap(kind, number)] }
    }

    /// Makes a value of numbers of any kind; one number is spread. None when there are too few or too many.
    #[must_use]
    pub fn new(kind: ScalarKind, rows: u32, columns: u32, numbers: Vec<f64>) -> Option<Self> {
        let count = (rows * columns) as usize;
        let numbers = match numbers.as_slice() {
            [one] => vec![*one; count],
            _ if numbers.len() == count => numbers,
            _ => return None,
        };
        Some(Self { kind, rows, columns, numbers }.wrapped())
    }

    /// Converts to a type: one number is spread, more are cut. None when there are too few. Fractions that whole numbers
    /// do not hold become the nearest.
    #[must_use]
    pub fn convert(&self, kind: ScalarKind, rows: u32, columns: u32) -> Option<Self> {
        let is_real = matches!(self.kind, ScalarKind::Float | ScalarKind::Double);
        let limits = match kind {
            ScalarKind::Int if is_real => Some((i32::MIN.into(), i32::MAX.into())),
            ScalarKind::Uint if is_real => Some((0.0, u32::MAX.into())),
            _ => None,
        };
        if let Some((low, high)) = limits {
            let limited = |it: &f64| if it.is_nan() { 0.0 } else { it.clamp(low, high) };
            let numbers = self.numbers.iter().map(limited).collect();
            let limited = Self { kind, numbers, ..self.clone() };
            return limited.convert(kind, rows, columns);
        }
        if self.numbers.len() == 1 {
            return Self::new(kind, rows, columns, self.numbers.clone());
        }
        let is_vector = self.rows == 1 && rows == 1;
        if self.columns < columns || self.rows < rows {
            return None;
        }
        let numbers = match is_vector {
            true => self.numbers[..columns as usize].to_vec(),
            false => self
                .numbers
                .chunks(self.columns as usize)
                .take(rows as usize)
                .flat_map(|row| row[..columns as usize].iter().copied())
                .collect(),
        };
        Self::new(kind, rows, columns, numbers)
    }

    /// Whether it is one number, or all of a vector, other than 0.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.numbers.iter().all(|it| *it != 0.0)
    }

    /// Picks components: `xyz`, `rg`.
    #[must_use]
    pub fn swizzle(&self, letters: &str) -> Option<Self> {
        if self.rows != 1 || letters.is_empty() || letters.len() > 4 {
            return None;
        }
        let numbers = letters
            .bytes()
            .map(|letter| {
                let at = match letter {
                    b'x' | b'r' => 0,
                    b'y' | b'g' => 1,
                    b'z' | b'b' => 2,
                    b'w' | b'a' => 3,
                    _ => return None,
                };
                self.numbers.get(at).copied()
            })
            .collect::<Option<Vec<f64>>>()?;
        let columns = u32::try_from(numbers.len()).ok()?;
        Some(Self { kind: self.kind, rows: 1, columns, numbers })
    }

    /// Gives a component of a vector or a row of a matrix.
    #[must_use]
    pub fn element(&self, index: u32) -> Option<Self> {
        if self.rows == 1 {
            let number = *self.numbers.get(index as usize)?;
            return Some(Self { kind: self.kind, rows: 1, columns: 1, numbers: vec![number] });
        }
        let row = self.numbers.chunks(self.columns as usize).nth(index as usize)?;
        Some(Self { kind: self.kind, rows: 1, columns: self.columns, numbers: row.to_vec() })
    }

    /// Applies a function to each number.
    #[must_use]
    pub fn map(&self, function: impl Fn(f64) -> f64) -> Self {
        let numbers = self.numbers.iter().map(|it| function(*it)).collect();
        Self { numbers, ..self.clone() }.wrapped()
    }

    /// The value as arithmetic sees it: truth values are integers.
    #[must_use]
    pub fn arithmetic_kind(&self) -> Self {
        let kind = if self.kind == ScalarKind::Bool { ScalarKind::Int } else { self.kind };
        Self { kind, ..self.clone() }
    }

    fn wrapped(mut self) -> Self {
        for number in &mut self.numbers {
            *number = wrap(self.kind, *number);
        }
        self
    }
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operation {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Min,
    Max,
    Pow,
    Atan2,
}

/// Applies an operator component by component.
///
/// # Errors
/// Different sizes, a whole number divided by 0.
pub fn binary(
    operation: Operation,
    left: &Value,
    right: &Value,
    span: Span,
) -> Result<Value, Diagnostic> {
    let kind = common_kind(left.kind, right.kind);
    let (rows, columns) = common_size(left, right);
    let (Some(left), Some(right)) =
        (left.convert(kind, rows, columns), right.convert(kind, rows, columns))
    else {
        return Err(Diagnostic::error(span, "the two sides have different sizes"));
    };
    let is_real = matches!(kind, ScalarKind::Float | ScalarKind::Double);
    let mut numbers = Vec::new();
    for (left, right) in left.numbers.into_iter().zip(right.numbers) {
        let number = match is_real {
            true if kind == ScalarKind::Float => single(operation, left, right),
            true => real(operation, left, right),
            false => whole(operation, to_i64(left), to_i64(right)).map(from_i64),
        };
        numbers.push(number.ok_or_else(|| {
            Diagnostic::error(
                span,
                "this cannot be computed: division by 0, or bits of a real number",
            )
        })?);
    }
    let kind = match operation {
        Operation::Less
        | Operation::Greater
        | Operation::LessEqual
        | Operation::GreaterEqual
        | Operation::Equal
        | Operation::NotEqual
        | Operation::And
        | Operation::Or => ScalarKind::Bool,
        _ => kind,
    };
    Ok(Value { kind, rows, columns, numbers }.wrapped())
}

fn common_kind(left: ScalarKind, right: ScalarKind) -> ScalarKind {
    let rank = |kind| match kind {
        ScalarKind::Bool => 0,
        ScalarKind::Int => 1,
        ScalarKind::Uint => 2,
        ScalarKind::Float => 3,
        ScalarKind::Double => 4,
    };
    let higher = if rank(left) >= rank(right) { left } else { right };
    if higher == ScalarKind::Bool { ScalarKind::Int } else { higher }
}

/// Computes in `float`: 16777217.0 is 16777216.0 there.
fn single(operation: Operation, left: f64, right: f64) -> Option<f64> {
    let round = |it: f64| f64::from(to_f32(it));
    real(operation, round(left), round(right)).map(round)
}

#[expect(clippy::float_cmp, reason = "HLSL's == compares exactly")]
fn real(operation: Operation, left: f64, right: f64) -> Option<f64> {
    let truth = |it: bool| f64::from(u8::from(it));
    Some(match operation {
        Operation::Mul => left * right,
        Operation::Div => left / right,
        Operation::Rem => left % right,
        Operation::Add => left + right,
        Operation::Sub => left - right,
        Operation::Less => truth(left < right),
        Operation::Greater => truth(left > right),
        Operation::LessEqual => truth(left <= right),
        Operation::GreaterEqual => truth(left >= right),
        Operation::Equal => truth(left == right),
        Operation::NotEqual => truth(left != right),
        Operation::And => truth(left != 0.0 && right != 0.0),
        Operation::Or => truth(left != 0.0 || right != 0.0),
        Operation::Min => left.min(right),
        Operation::Max => left.max(right),
        Operation::Pow => left.powf(right),
        Operation::Atan2 => left.atan2(right),
        Operation::ShiftLeft
        | Operation::ShiftRight
        | Operation::BitAnd
        | Operation::BitXor
        | Operation::BitOr => return None,
    })
}

fn whole(operation: Operation, left: i64, right: i64) -> Option<i64> {
    let shift = u32::try_from(right & 31).unwrap_or(0);
    Some(match operation {
        Operation::Mul => left.wrapping_mul(right),
        Operation::Div => left.checked_div(right)?,
        Operation::Rem => left.checked_rem(right)?,
        Operation::Add => left.wrapping_add(right),
        Operation::Sub => left.wrapping_sub(right),
        Operation::ShiftLeft => left << shift,
        Operation::ShiftRight => left >> shift,
        Operation::Less => i64::from(left < right),
        Operation::Greater => i64::from(left > right),
        Operation::LessEqual => i64::from(left <= right),
        Operation::GreaterEqual => i64::from(left >= right),
        Operation::Equal => i64::from(left == right),
        Operation::NotEqual => i64::from(left != right),
        Operation::BitAnd => left & right,
        Operation::BitXor => left ^ right,
        Operation::BitOr => left | right,
        Operation::And => i64::from(left != 0 && right != 0),
        Operation::Or => i64::from(left != 0 || right != 0),
        Operation::Min => left.min(right),
        Operation::Max => left.max(right),
        // Functions of real numbers: whole ones are converted before.
        Operation::Pow | Operation::Atan2 => return None,
    })
}

/// Applies `condition ? then : otherwise` component by component. Both sides are brought to one type, whichever is
/// chosen: `(true ? 1 : 2.5) / 2` is 0.5.
///
/// # Errors
/// Different sizes.
pub fn choose(
    condition: &Value,
    then: &Value,
    otherwise: &Value,
    span: Span,
) -> Result<Value, Diagnostic> {
    let kind = match (then.kind, otherwise.kind) {
        (ScalarKind::Bool, ScalarKind::Bool) => ScalarKind::Bool,
        (then, otherwise) => common_kind(then, otherwise),
    };
    let (mut rows, mut columns) = common_size(then, otherwise);
    if condition.numbers.len() > 1 {
        (rows, columns) = match (rows, columns) {
            (1, 1) => (condition.rows, condition.columns),
            _ => (rows.min(condition.rows), columns.min(condition.columns)),
        };
    }
    let sized = |value: &Value, kind| value.convert(kind, rows, columns);
    let (Some(condition), Some(then), Some(otherwise)) =
        (sized(condition, ScalarKind::Bool), sized(then, kind), sized(otherwise, kind))
    else {
        return Err(Diagnostic::error(span, "the sides have different sizes"));
    };
    let sides = then.numbers.into_iter().zip(otherwise.numbers);
    let numbers = condition.numbers.into_iter().zip(sides);
    let numbers = numbers.map(|(is, (then, otherwise))| if is == 0.0 { otherwise } else { then });
    Ok(Value { kind, rows, columns, numbers: numbers.collect() })
}

/// Rows and columns of what an operator makes of two values: one number is spread, the larger one is cut.
fn common_size(left: &Value, right: &Value) -> (u32, u32) {
    match (left.numbers.len(), right.numbers.len()) {
        (1, _) => (right.rows, right.columns),
        (_, 1) => (left.rows, left.columns),
        _ => (left.rows.min(right.rows), left.columns.min(right.columns)),
    }
}

/// Brings a number into the range of its kind, as HLSL's conversions do.
fn wrap(kind: ScalarKind, number: f64) -> f64 {
    match kind {
        ScalarKind::Bool => f64::from(u8::from(number != 0.0)),
        ScalarKind::Int => f64::from(low_i32(to_i64(number))),
        ScalarKind::Uint => f64::from(low_i32(to_i64(number)).cast_unsigned()),
        ScalarKind::Float | ScalarKind::Double => number,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are what is asked for")]
fn low_i32(number: i64) -> i32 {
    number as i32
}

/// Cuts the fraction off; numbers outside `i64` become its ends, NaN becomes 0.
#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate")]
#[must_use]
pub fn to_i64(number: f64) -> i64 {
    number as i64
}

/// The number as `uint`, if it is one.
#[must_use]
pub fn to_u32(number: f64) -> Option<u32> {
    if number.fract() != 0.0 {
        return None;
    }
    u32::try_from(to_i64(number)).ok()
}

/// The number as `int`, if it is one.
#[must_use]
pub fn to_i32(number: f64) -> Option<i32> {
    if number.fract() != 0.0 {
        return None;
    }
    i32::try_from(to_i64(number)).ok()
}

/// The nearest `float`.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
#[must_use]
pub fn to_f32(number: f64) -> f32 {
    number as f32
}

/// The nearest `f64`; exact below 2^53.
#[must_use]
pub fn from_u64(number: u64) -> f64 {
    number as f64
}

/// The nearest `f64`; exact below 2^53.
#[must_use]
pub fn from_i64(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn span() -> Span {
        Span::new(FileId(0), 0..0)
    }

    fn int(number: f64) -> Value {
        Value::scalar(ScalarKind::Int, number)
    }

    #[track_caller]
    fn check(operation: Operation, left: Value, right: Value, expected: Value) {
        assert_eq!(binary(operation, &left, &right, span()).unwrap(), expected);
    }

    #[test]
    fn arithmetic_of_whole_numbers() {
        check(Operation::Div, int(-7.0), int(2.0), int(-3.0));
        check(Operation::Rem, int(-7.0), int(2.0), int(-1.0));
        check(Operation::Add, int(2147483647.0), int(1.0), int(-2147483648.0));
        let all = Value::scalar(ScalarKind::Uint, 4294967295.0);
        check(Operation::Sub, Value::scalar(ScalarKind::Uint, 0.0), int(1.0), all);
        assert!(binary(Operation::Div, &int(1.0), &int(0.0), span()).is_err());
    }

    #[test]
    fn arithmetic_of_floats_is_as_exact_as_they_are() {
        let float = |it| Value::scalar(ScalarKind::Float, it);
        let double = |it| Value::scalar(ScalarKind::Double, it);
        let truth = |it| Value::scalar(ScalarKind::Bool, it);
        let sum = binary(Operation::Add, &float(0.1), &float(0.2), span()).unwrap();
        check(Operation::Equal, sum, float(0.3), truth(1.0));
        check(Operation::Equal, float(16777217.0), float(16777216.0), truth(1.0));
        check(Operation::Equal, double(16777217.0), float(16777216.0), truth(0.0));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn fractions_become_whole_numbers_within_their_range() {
        let converted = |kind, number| {
            Value::scalar(ScalarKind::Float, number).convert(kind, 1, 1).unwrap().numbers[0]
        };
        assert_eq!(converted(ScalarKind::Int, 3e10), 2147483647.0);
        assert_eq!(converted(ScalarKind::Int, -3e10), -2147483648.0);
        assert_eq!(converted(ScalarKind::Int, -2.7), -2.0);
        assert_eq!(converted(ScalarKind::Uint, -2.7), 0.0);
        assert_eq!(converted(ScalarKind::Uint, 1e10), 4294967295.0);
        assert_eq!(converted(ScalarKind::Uint, f64::NAN), 0.0);
        // The bits of whole ones stay.
        assert_eq!(int(-1.0).convert(ScalarKind::Uint, 1, 1).unwrap().numbers, [4294967295.0]);
    }

    #[test]
    fn a_choice_has_the_type_of_both_sides() {
        let truth = |it: bool| Value::scalar(ScalarKind::Bool, f64::from(u8::from(it)));
        let half = Value::scalar(ScalarKind::Float, 2.5);
        let chosen = choose(&truth(true), &int(1.0), &half, span()).unwrap();
        assert_eq!(chosen, Value::scalar(ScalarKind::Float, 1.0));
        assert_eq!(choose(&truth(false), &truth(true), &truth(false), span()), Ok(truth(false)));
        let two = |numbers: [f64; 2]| Value::new(ScalarKind::Int, 1, 2, numbers.to_vec()).unwrap();
        let each = choose(&two([1.0, 0.0]), &int(3.0), &two([4.0, 5.0]), span());
        assert_eq!(each, Ok(two([3.0, 5.0])));
    }

    #[test]
    fn scalars_spread_and_vectors_are_cut() {
        let three = Value::new(ScalarKind::Float, 1, 3, vec![1.0, 2.0, 3.0]).unwrap();
        let doubled = Value::new(ScalarKind::Float, 1, 3, vec![2.0, 4.0, 6.0]).unwrap();
        check(Operation::Mul, three.clone(), int(2.0), doubled);
        let two = Value::new(ScalarKind::Float, 1, 2, vec![1.0, 2.0]).unwrap();
        assert_eq!(three.convert(ScalarKind::Float, 1, 2), Some(two));
        assert_eq!(three.convert(ScalarKind::Float, 1, 4), None);
        assert_eq!(three.swizzle("zx").unwrap().numbers, [3.0, 1.0]);
        assert_eq!(three.swizzle("w"), None);
    }
}
