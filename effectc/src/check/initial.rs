//! Values of variables before the program sets them: what a state that names a variable has here.
//!
//! The effects framework looks at such a variable each time that the pass is applied. Pipelines of Vulkan are made
//! once, so that the initial value counts.

use crate::ast::{self, Expr, ExprKind, FloatSuffix, Ident, Literal, TypeKind};
use crate::check::called::value_of_call;
use crate::check::constant::Constants;
use crate::check::state::named;
use crate::check::symbols::is_loose_global;
use crate::source::Span;

/// How deep expressions may nest here.
const MAX_DEPTH: u32 = 64;

/// Puts initial values in the place of variables that the program sets. None when the expression names none of them.
pub(super) fn with_initial_values(
    expr: &Expr,
    constants: Constants<'_, '_>,
) -> Option<(Expr, String)> {
    with_initial_values_in(expr, constants, 0)
}

/// The same in functions that call each other so deep.
pub(super) fn with_initial_values_in(
    expr: &Expr,
    constants: Constants<'_, '_>,
    calls: u32,
) -> Option<(Expr, String)> {
    let mut changed = expr.clone();
    let mut first = None;
    let mut value = |expr: &Expr| {
        let (name, value) = match &expr.kind {
            ExprKind::Name(name) => (name, initial_value(name, expr.span, constants)?),
            ExprKind::AngleName(name) => {
                (&name.name, initial_value(&name.name, expr.span, constants)?)
            }
            ExprKind::Index(array, index) => {
                let (ExprKind::Name(name) | ExprKind::AngleName(Ident { name, .. })) = &array.kind
                else {
                    return None;
                };
                (name, initial_element(name, index, expr.span, constants)?)
            }
            ExprKind::Call(function, args) => {
                let name = &function.name;
                let (value, variable) = value_of_call(name, args, expr.span, constants, calls)?;
                first.get_or_insert_with(|| variable.unwrap_or_else(|| name.clone()));
                return Some(value);
            }
            _ => return None,
        };
        first.get_or_insert_with(|| name.clone());
        Some(value)
    };
    replace(&mut changed, &mut value, 0);
    first.map(|name| (changed, name))
}

/// Puts numbers in the place of names of a state's values: `ZERO | SRCALPHA`. Variables go before them.
pub(super) fn with_numbers(
    expr: &Expr,
    names: &[(&'static str, u32)],
    constants: Constants<'_, '_>,
) -> Expr {
    let mut changed = expr.clone();
    let mut value = |expr: &Expr| {
        let name = expr.as_name()?;
        let is_variable = constants.symbols.variables.contains_key(name);
        let number = named(names, name).filter(|_| !is_variable)?;
        Some(Expr::uint(u64::from(number), expr.span))
    };
    replace(&mut changed, &mut value, 0);
    changed
}

/// Puts values in the place of parts of an expression.
pub(super) fn replace(expr: &mut Expr, value: &mut dyn FnMut(&Expr) -> Option<Expr>, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(found) = value(expr) {
        *expr = found;
        return;
    }
    let mut each = |it: &mut Expr| replace(it, value, depth + 1);
    match &mut expr.kind {
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) | ExprKind::Member(inner, _) => {
            each(inner);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
            each(left);
            each(right);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            each(condition);
            each(then);
            each(otherwise);
        }
        ExprKind::Construct(_, args) | ExprKind::Call(_, args) | ExprKind::Braces(args) => {
            args.iter_mut().for_each(each);
        }
        ExprKind::Literal(_)
        | ExprKind::Name(_)
        | ExprKind::AngleName(_)
        | ExprKind::Null
        | ExprKind::Assign(..)
        | ExprKind::Comma(..)
        | ExprKind::Method(..)
        | ExprKind::Compile { .. }
        | ExprKind::Asm => {}
    }
}

/// A variable that the program sets, and its type.
fn settable<'s>(
    name: &str,
    constants: Constants<'s, '_>,
) -> Option<(&'s ast::Variable, &'s ast::Type)> {
    let variable = constants.symbols.variables.get(name)?.node;
    let is_member = constants
        .symbols
        .buffers
        .iter()
        .any(|buffer| buffer.node.members.iter().any(|it| std::ptr::eq(it, variable)));
    if !is_member && !is_loose_global(constants.symbols, variable) {
        return None;
    }
    let resolved = constants.symbols.resolve(&variable.ty, &mut Vec::new());
    let is_number =
        matches!(resolved.kind, TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..));
    is_number.then_some((variable, resolved))
}

/// The initial value of a variable that is a number, vector or matrix which the program sets.
fn initial_value(name: &str, span: Span, constants: Constants<'_, '_>) -> Option<Expr> {
    let (variable, ty) = settable(name, constants)?;
    if !variable.array.is_empty() {
        return None;
    }
    Some(match &variable.init {
        Some(Expr { kind: ExprKind::Braces(parts), .. }) => {
            Expr::new(ExprKind::Construct(ty.clone(), parts.clone()), span)
        }
        init => {
            let value = init.clone().unwrap_or_else(|| Expr::uint(0, span));
            cast(ty, value, span)
        }
    })
}

/// The initial value of an element of such an array.
fn initial_element(
    name: &str,
    index: &Expr,
    span: Span,
    constants: Constants<'_, '_>,
) -> Option<Expr> {
    let (variable, ty) = settable(name, constants)?;
    if variable.array.len() != 1 {
        return None;
    }
    let at = usize::try_from(constants.uint(index).ok()?).ok()?;
    let (_, rows, columns) = constants.numeric(ty).ok()?;
    let count = usize::try_from(rows * columns).ok()?;
    let numbers = variable.init.as_ref().map_or(Ok(Vec::new()), |it| constants.flat(it)).ok()?;
    let value = |it: usize| {
        let value = numbers.get(it).copied().unwrap_or(0.0);
        let suffix = FloatSuffix::None;
        let literal = Literal::Float { value, suffix, text: value.to_string() };
        Expr::new(ExprKind::Literal(literal), span)
    };
    let first = at.checked_mul(count)?;
    let parts = (first..first.checked_add(count)?).map(value).collect();
    Some(Expr::new(ExprKind::Construct(ty.clone(), parts), span))
}

fn cast(ty: &ast::Type, value: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Cast(ty.clone(), Vec::new(), value.into()), span)
}
