//! Values of variables before the program sets them: what a state that names a variable has here.
//!
//! The effects framework looks at such a variable each time that the pass is applied. Pipelines of Vulkan are made
//! once, so that the initial value counts.

use crate::ast::{self, Expr, ExprKind, Literal, TypeKind};
use crate::check::constant::Constants;
use crate::check::element::initial_element;
use crate::check::symbols::is_loose_global;

/// How deep expressions may nest here.
const MAX_DEPTH: u32 = 64;

/// Puts initial values in the place of variables that the program sets. None when the expression names none of them.
pub(super) fn with_initial_values(
    expr: &Expr,
    constants: Constants<'_, '_>,
) -> Option<(Expr, String)> {
    let mut changed = expr.clone();
    let mut first = None;
    replace(&mut changed, constants, &mut first, 0);
    first.map(|name| (changed, name))
}

fn replace(expr: &mut Expr, constants: Constants<'_, '_>, first: &mut Option<String>, depth: u32) {
    if depth > MAX_DEPTH {
        return;
    }
    let mut each = |it: &mut Expr| replace(it, constants, first, depth + 1);
    match &mut expr.kind {
        ExprKind::Name(name) => {
            if let Some(value) = initial_value(name, expr.span, constants) {
                first.get_or_insert_with(|| name.clone());
                *expr = value;
            }
        }
        ExprKind::AngleName(name) => {
            let text = name.name.clone();
            if let Some(value) = initial_value(&text, expr.span, constants) {
                first.get_or_insert(text);
                *expr = value;
            }
        }
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) | ExprKind::Member(inner, _) => {
            each(inner);
        }
        ExprKind::Index(array, index) => {
            each(index);
            let element = named_array(array, constants)
                .and_then(|(name, it)| Some((name, initial_element(it, index, constants)?)));
            match element {
                Some((name, value)) => {
                    first.get_or_insert(name);
                    *expr = value;
                }
                None => replace(array, constants, first, depth + 1),
            }
        }
        ExprKind::Binary(_, left, right) => {
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
        | ExprKind::Null
        | ExprKind::Assign(..)
        | ExprKind::Comma(..)
        | ExprKind::Method(..)
        | ExprKind::Compile { .. }
        | ExprKind::Asm => {}
    }
}

/// The variable of this name, if the program sets it.
fn set_by_program<'a>(name: &str, constants: Constants<'_, 'a>) -> Option<&'a ast::Variable> {
    let variable = constants.symbols.variables.get(name)?.node;
    let is_member = constants
        .symbols
        .buffers
        .iter()
        .any(|buffer| buffer.node.members.iter().any(|it| std::ptr::eq(it, variable)));
    (is_member || is_loose_global(constants.symbols, variable)).then_some(variable)
}

/// The variable that is indexed, with its name, if the program sets it.
fn named_array<'a>(
    array: &Expr,
    constants: Constants<'_, 'a>,
) -> Option<(String, &'a ast::Variable)> {
    let ExprKind::Name(name) = &array.kind else { return None };
    Some((name.clone(), set_by_program(name, constants)?))
}

/// The initial value of a variable that is a number, vector or matrix which the program sets.
fn initial_value(
    name: &str,
    span: crate::source::Span,
    constants: Constants<'_, '_>,
) -> Option<Expr> {
    let variable = set_by_program(name, constants)?;
    let resolved = constants.symbols.resolve(&variable.ty, &mut Vec::new());
    let is_number =
        matches!(resolved.kind, TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..));
    if !is_number || !variable.array.is_empty() {
        return None;
    }
    let zero = Literal::Int { value: 0, unsigned: false, text: "0".to_owned() };
    Some(match &variable.init {
        Some(Expr { kind: ExprKind::Braces(parts), .. }) => {
            Expr::new(ExprKind::Construct(resolved.clone(), parts.clone()), span)
        }
        init => {
            let value = init.clone().unwrap_or_else(|| Expr::new(ExprKind::Literal(zero), span));
            cast(resolved, value, span)
        }
    })
}

fn cast(ty: &ast::Type, value: Expr, span: crate::source::Span) -> Expr {
    Expr::new(ExprKind::Cast(ty.clone(), Vec::new(), value.into()), span)
}
