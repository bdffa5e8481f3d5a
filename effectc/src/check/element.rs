//! Arrays of numbers that are initialised: how many elements they have, and each of these in constant expressions.

use crate::ast::{Expr, ExprKind, TypeKind, Variable};
use crate::check::constant::Constants;

/// The initial value of the element of a variable with one dimension; none where it has none, or its braces do not tell
/// the elements apart.
pub(super) fn initial_element(
    variable: &Variable,
    index: &Expr,
    constants: Constants<'_, '_>,
) -> Option<Expr> {
    let [dim] = variable.array.as_slice() else { return None };
    let Some(Expr { kind: ExprKind::Braces(parts), span, .. }) = &variable.init else {
        return None;
    };
    let mut dims = Vec::new();
    let ty = constants.symbols.resolve(&variable.ty, &mut dims);
    let is_number =
        matches!(ty.kind, TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..));
    if !is_number || !dims.is_empty() {
        return None;
    }
    let count = match &dim.size {
        Some(size) => usize::try_from(constants.uint(size).ok()?).ok()?,
        None => parts.len(),
    };
    let index = usize::try_from(constants.uint(index).ok()?).ok()?;
    // `{ 1, 2, 3, 4 }` has two elements of `float2 a[2]`.
    let width = parts.len().checked_div(count).filter(|it| it * count == parts.len())?;
    let parts = parts.get(index * width..).and_then(|it| it.get(..width))?;
    let parts = match parts {
        [Expr { kind: ExprKind::Braces(inner), .. }] => inner.as_slice(),
        _ => parts,
    };
    Some(match parts {
        [one] => Expr::new(ExprKind::Cast(ty.clone(), Vec::new(), Box::new(one.clone())), one.span),
        _ => Expr::new(ExprKind::Construct(ty.clone(), parts.to_vec()), *span),
    })
}

/// The size of the first dimension of a variable whose declaration leaves it out: as many elements as have initial values.
pub(crate) fn implicit_count(variable: &Variable, constants: Constants<'_, '_>) -> Option<u64> {
    let mut dims: Vec<_> = variable.array.iter().collect();
    let ty = constants.symbols.resolve(&variable.ty, &mut dims);
    let (_, rows, columns) = constants.numeric(ty).ok()?;
    let inner = dims.get(1..)?.iter().try_fold(u64::from(rows * columns), |product, dim| {
        product.checked_mul(u64::from(constants.uint(dim.size.as_ref()?).ok()?))
    })?;
    let numbers = constants.flat(variable.init.as_ref()?).ok()?.len() as u64;
    numbers.checked_div(inner).filter(|it| it.checked_mul(inner) == Some(numbers))
}
