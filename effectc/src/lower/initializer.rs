//! Initialisers in braces.
//!
//! fxc takes the numbers of an initialiser one after the other, wherever braces stand: `float4 a[2] = { 0, 0, 0, 0, 1, 1,
//! 1, 1 }`. The HLSL compiler wants the braces as the type has its parts, so they are put there.

use crate::ast::{ArrayDim, Expr, ExprKind, ScalarKind, Type, TypeKind, Variable};
use crate::check::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::lower::array_cast::ArrayCasts;
use crate::lower::convert::is_plain;
use crate::lower::shape::{MAX_NUMBERS, Shape};
use crate::source::Span;
use crate::types::Ty;

/// Puts the braces of a variable's value where its type has them, and writes the size of an array that only its value
/// says.
///
/// # Errors
/// Too many numbers, or too few.
pub(super) fn regroup(
    variable: &mut Variable,
    symbols: &Symbols<'_>,
    casts: &mut ArrayCasts,
) -> Result<(), Diagnostic> {
    let Some(init) = &variable.init else { return Ok(()) };
    let ExprKind::Braces(parts) = &init.kind else { return Ok(()) };
    let span = init.span;
    let unsized_dim = variable.array.first().is_some_and(|it| it.size.is_none());
    let dims = if unsized_dim { &variable.array[1..] } else { &variable.array[..] };
    let Some(element) = Shape::of(&variable.ty, dims, symbols) else { return Ok(()) };
    let fits = |shape: &Shape| matches(init, shape, symbols);
    if unsized_dim && parts.iter().all(|it| is_one(it, &element, symbols)) {
        set_size(variable, parts.len(), span);
        return Ok(());
    }
    if !unsized_dim && fits(&element) {
        return Ok(());
    }
    let mut leaves = Vec::new();
    if !flatten(init, symbols, &mut leaves) {
        // What is not known here may be right for the compiler.
        return Ok(());
    }
    let found = leaves.len();
    let Some(per_element) = element.count() else { return Ok(()) };
    let shape = match unsized_dim {
        true if per_element > 0 && found % per_element == 0 => {
            Shape::Array(Box::new(element), found / per_element)
        }
        _ => element,
    };
    if shape.count() != Some(found) {
        let expected = shape.count().unwrap_or(per_element);
        let expected =
            if unsized_dim { format!("a multiple of {expected}") } else { expected.to_string() };
        return Err(Diagnostic::error(
            span,
            format!("expected {expected} numbers for `{}`, found {found}", variable.name.name),
        ));
    }
    let mut leaves = Leaves { rest: leaves.into_iter(), takes_apart: false };
    let built = build(&shape, &mut leaves, span);
    let gathered = match leaves.takes_apart {
        true => casts.gather(values_of(init, symbols), &shape, span),
        false => None,
    };
    variable.init = Some(gathered.unwrap_or(built));
    if let Shape::Array(_, count) = shape
        && unsized_dim
    {
        set_size(variable, count, span);
    }
    Ok(())
}

fn set_size(variable: &mut Variable, count: usize, span: Span) {
    if let Some(dim) = variable.array.first_mut() {
        *dim = ArrayDim { size: Some(Expr::uint(count as u64, span)), span: dim.span };
    }
}

/// Whether the compiler takes a value for a shape as it is.
fn matches(value: &Expr, shape: &Shape, symbols: &Symbols<'_>) -> bool {
    match (&value.kind, shape) {
        (ExprKind::Braces(parts), Shape::Array(element, count)) => {
            parts.len() == *count && parts.iter().all(|it| matches(it, element, symbols))
        }
        (ExprKind::Braces(parts), Shape::Struct(_, fields)) => {
            let fields = fields.iter().map(|(_, it)| it);
            parts.len() == fields.len()
                && parts.iter().zip(fields).all(|(it, field)| matches(it, field, symbols))
        }
        (ExprKind::Braces(parts), _) => {
            let is_list = |it: &Expr| matches!(it.kind, ExprKind::Braces(_));
            // Of vectors, the compiler would make the rows of a matrix, each of one.
            let row = match shape {
                Shape::Matrix(_, _, columns) => usize::from(*columns),
                _ => 1,
            };
            let are_all = |count: usize| parts.iter().all(|it| width(it, symbols) == Some(count));
            !parts.iter().any(is_list)
                && width_of_all(parts, symbols) == shape.count()
                && (matches!(shape, Shape::Vector(..)) || are_all(1) || are_all(row))
        }
        (_, Shape::Array(..) | Shape::Struct(..)) => {
            // Other than a number, it may be a whole array or structure.
            width(value, symbols).is_none()
        }
        (_, _) => match (width(value, symbols), shape.count()) {
            (Some(found), Some(count)) => found >= count,
            _ => true,
        },
    }
}

fn width_of_all(parts: &[Expr], symbols: &Symbols<'_>) -> Option<usize> {
    parts.iter().try_fold(0, |sum, it| Some(sum + width(it, symbols)?))
}

/// How many numbers a value has, if it is a number, vector or matrix.
fn width(value: &Expr, symbols: &Symbols<'_>) -> Option<usize> {
    shape_of(value, symbols)?.count()
}

fn shape_of(value: &Expr, symbols: &Symbols<'_>) -> Option<Shape> {
    match &value.ty {
        Ty::Array(..) => None,
        ty => Shape::of_value(ty, value.span, symbols),
    }
}

/// Whether a value is just one element of an array without a size: no more numbers, which would be more elements.
fn is_one(value: &Expr, element: &Shape, symbols: &Symbols<'_>) -> bool {
    let is_number = matches!(element, Shape::Scalar(_) | Shape::Vector(..) | Shape::Matrix(..));
    matches(value, element, symbols)
        && (!is_number
            || matches!(value.kind, ExprKind::Braces(_))
            || width(value, symbols).is_none_or(|it| Some(it) == element.count()))
}

/// The values of an initialiser, whatever braces are around them.
fn values_of(init: &Expr, symbols: &Symbols<'_>) -> Vec<(Expr, Shape)> {
    match &init.kind {
        ExprKind::Braces(parts) => parts.iter().flat_map(|it| values_of(it, symbols)).collect(),
        _ => vec![(init.clone(), shape_or_number(init, symbols))],
    }
}

/// What is not known is taken for a number: there is no other way to write one without a type.
fn shape_or_number(value: &Expr, symbols: &Symbols<'_>) -> Shape {
    shape_of(value, symbols).unwrap_or(Shape::Scalar(ScalarKind::Float))
}

/// One number of an initialiser.
#[derive(Clone)]
struct Leaf {
    /// The number.
    number: Expr,
    /// Whether it is one of several numbers of something that may be evaluated once only.
    is_part: bool,
    /// The value that it begins, and how many numbers that has.
    whole: Option<(Expr, Shape)>,
}

/// The numbers that are left.
struct Leaves {
    rest: std::vec::IntoIter<Leaf>,
    /// Whether something was taken apart that may be evaluated once only.
    takes_apart: bool,
}

impl Leaves {
    fn next(&mut self) -> Option<Expr> {
        let leaf = self.rest.next()?;
        self.takes_apart |= leaf.is_part;
        Some(leaf.number)
    }
}

/// The numbers of an initialiser; false where they cannot be told.
fn flatten(value: &Expr, symbols: &Symbols<'_>, leaves: &mut Vec<Leaf>) -> bool {
    if let ExprKind::Braces(parts) = &value.kind {
        return parts.iter().all(|it| flatten(it, symbols, leaves));
    }
    let shape = shape_or_number(value, symbols);
    let is_part = shape.count() != Some(1) && !is_plain(value);
    if shape.count().is_none_or(|it| leaves.len() + it > MAX_NUMBERS) {
        return false;
    }
    let mut numbers =
        shape.numbers(value).into_iter().map(|number| Leaf { number, is_part, whole: None });
    if let Some(mut first) = numbers.next() {
        first.whole = Some((value.clone(), shape));
        leaves.push(first);
    }
    leaves.extend(numbers);
    true
}

/// Takes a value of a shape from the numbers.
fn build(shape: &Shape, leaves: &mut Leaves, span: Span) -> Expr {
    if let Some(value) = whole(shape, leaves) {
        return value;
    }
    let list = |parts: Vec<Expr>| Expr::new(ExprKind::Braces(parts), span);
    match shape {
        Shape::Array(element, count) => {
            list((0..*count).map(|_| build(element, leaves, span)).collect())
        }
        Shape::Struct(_, fields) => {
            list(fields.iter().map(|(_, it)| build(it, leaves, span)).collect())
        }
        Shape::Scalar(_) => leaves.next().unwrap_or_else(|| Expr::uint(0, span)),
        Shape::Vector(kind, columns) => {
            construct(TypeKind::Vector(*kind, *columns), usize::from(*columns), leaves, span)
        }
        Shape::Matrix(kind, rows, columns) => {
            let count = usize::from(*rows) * usize::from(*columns);
            construct(TypeKind::Matrix(*kind, *rows, *columns), count, leaves, span)
        }
    }
}

fn construct(kind: TypeKind, count: usize, leaves: &mut Leaves, span: Span) -> Expr {
    let numbers = (0..count).filter_map(|_| leaves.next()).collect();
    Expr::new(ExprKind::Construct(Type { kind, span }, numbers), span)
}

/// The value whose numbers come next, if it has just this shape.
fn whole(shape: &Shape, leaves: &mut Leaves) -> Option<Expr> {
    let (value, found) = leaves.rest.as_slice().first()?.whole.clone()?;
    if found != *shape {
        return None;
    }
    let count = shape.count()?;
    leaves.rest.by_ref().take(count).for_each(drop);
    Some(value)
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, message};

    #[test]
    fn braces_stand_where_the_type_has_parts() {
        check(
            "struct S { float a; float2 b; };",
            "float4 a[2] = { 1, 2, 3, 4, 5, float3(6, 7, 8) }; S s = { 1, 2, 3 }; float2 c[] = { 1, 2, 3, 4 }; float m[2][2] = { 1, 2, 3, 4 }; Output[0] = a[1] + s.a + c[0].x + m[0][0];",
            &[
                "float4 a[2] = { float4(1, 2, 3, 4), float4(5, float3(6, 7, 8).x, float3(6, 7, 8).y, float3(6, 7, 8).z) };",
                "S s = { 1, float2(2, 3) };",
                "float2 c[2] = { float2(1, 2), float2(3, 4) };",
                "float m[2][2] = { { 1, 2 }, { 3, 4 } };",
            ],
        );
    }

    #[test]
    fn braces_that_fit_stay() {
        check(
            "",
            "float2 a[2] = { float2(1, 2), U.xx }; float b[] = { 1, 2, 3 }; float2x2 m = { 1, 2, 3, 4 }; Output[0] = a[0].xyxy + b[2] + m[0][0];",
            &[
                "float2 a[2] = { float2(1, 2), U.xx };",
                "float b[3] = { 1, 2, 3 };",
                "float2x2 m = { 1, 2, 3, 4 };",
            ],
        );
    }

    #[test]
    fn vectors_are_no_rows_of_matrices() {
        check(
            "",
            "float2 a = 1; float2x2 m = { U.xxx, 1 }; float4x4 n = { a, a, a, a, a, a, a, a }; float2x2 k = { a, a }; Output[0] = m[0].xyxy + n[0] + k[0].xyxy;",
            &[
                "float2x2 m = float2x2(U.xxx.x, U.xxx.y, U.xxx.z, 1);",
                "float4x4 n = float4x4(a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y, a.x, a.y);",
                "float2x2 k = { a, a };",
            ],
        );
    }

    #[test]
    fn numbers_are_counted() {
        assert_eq!(
            message("", "float2 a[2] = { 1, 2, 3 };"),
            "expected 4 numbers for `a`, found 3"
        );
        assert_eq!(
            message("", "float2 a[] = { 1, 2, 3 };"),
            "expected a multiple of 2 numbers for `a`, found 3"
        );
    }
}
