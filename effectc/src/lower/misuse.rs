//! What fxc refuses for the types of the parts, or for what they are.
//!
//! The HLSL compiler refuses most of it too, in words of its own and without a place, and makes invalid code of the rest.

use crate::ast::{BinaryOp, Expr, ExprKind, Item, Literal, Type, TypeKind, UnaryOp};
use crate::check::nearest::nearest;
use crate::check::number;
use crate::check::symbols::Symbols;
use crate::diagnostic::{Diagnostic, MAX_ERRORS};
use crate::lower::calls::is_value;
use crate::lower::constant;
use crate::lower::helper::Helpers;
use crate::print::binary_operator;
use crate::types::{Callee, Declarations, Scope, Shape, Ty, common_number, fit};

/// Reports types that there are not, where items name them: members of structures, what functions return, typedefs.
pub(super) fn types_of_items(items: &[Item], declarations: &Declarations, helpers: &mut Helpers) {
    for item in items {
        match item {
            Item::Struct(def) => {
                def.fields.iter().for_each(|it| ty(&it.ty, declarations, helpers));
                def.methods.iter().for_each(|it| ty(&it.return_type, declarations, helpers));
            }
            Item::Function(function) => ty(&function.return_type, declarations, helpers),
            Item::Typedef(typedef) => ty(&typedef.ty, declarations, helpers),
            _ => {}
        }
    }
}

/// Reports a type that there is not.
pub(super) fn ty(ty: &Type, declarations: &Declarations, helpers: &mut Helpers) {
    let TypeKind::Named(name) = &ty.kind else { return };
    if declarations.is_type(name) || helpers.faults.len() >= MAX_ERRORS {
        return;
    }
    let fault = Diagnostic::error(ty.span, format!("there is no type `{name}`"));
    let mut names: Vec<&str> = declarations.type_names().collect();
    names.sort_unstable();
    helpers.refuse(match nearest(name, names) {
        Some(near) => fault.with_help(format!("did you mean `{near}`?")),
        None => fault,
    });
}

/// Reports a value that does not convert to the type of the place that it goes to.
pub(super) fn value(value: &Expr, to: &Ty, helpers: &mut Helpers) {
    let from = &value.ty;
    let does_convert = match (from, to) {
        (Ty::Number(_), Ty::Number(_)) => fit(from, to).is_some(),
        // One number fills a structure or an array.
        (Ty::Number(number), Ty::Struct(_)) => number.shape == Shape::Scalar,
        (Ty::Struct(_), Ty::Number(_)) | (Ty::Void, Ty::Number(_) | Ty::Struct(_)) => false,
        _ => true,
    };
    if !does_convert {
        let fault = Diagnostic::error(value.span, format!("`{from}` does not convert to `{to}`"));
        let has_few = |(from, to): (crate::types::Number, crate::types::Number)| {
            from.shape.count() < to.shape.count()
        };
        helpers.refuse_here(match from.number().zip(to.number()).is_some_and(has_few) {
            true => fault.with_help(format!("`{to}(..)` takes the missing components")),
            false => fault,
        });
    }
}

/// Reports what is wrong with an expression whose parts have their types.
pub(super) fn expr(expr: &Expr, symbols: &Symbols<'_>, scope: &Scope, helpers: &mut Helpers) {
    match &expr.kind {
        ExprKind::Assign(_, target, _) if is_value(target) => {
            let message = "this is assigned to, but is no variable";
            helpers.refuse_here(Diagnostic::error(target.span, message));
        }
        ExprKind::Assign(None, target, it) => value(it, &target.ty, helpers),
        ExprKind::Assign(Some(op), target, it) => {
            match operands(*op, target, it, expr) {
                Some(fault) => helpers.refuse_here(fault),
                // What is computed goes where the target is; a shift has its type.
                None if !matches!(op, BinaryOp::Mul) => value(it, &target.ty, helpers),
                None => {}
            }
        }
        ExprKind::Binary(op, left, right) => {
            if let Some(fault) = operands(*op, left, right, expr) {
                helpers.refuse_here(fault);
            }
        }
        ExprKind::Conditional(_, then, otherwise) => {
            let numbers = then.ty.number().zip(otherwise.ty.number());
            if numbers.is_some_and(|(a, b)| common_number(a, b).is_none()) {
                let (a, b) = (&then.ty, &otherwise.ty);
                let message = format!("`{a}` and `{b}` have no type in common for `? :`");
                helpers.refuse_here(Diagnostic::error(then.span.to(otherwise.span), message));
            }
        }
        ExprKind::Cast(ty, dims, _) => {
            if let Some(dim) = dims.iter().find(|it| it.size.is_none()) {
                let message = "the array that this is cast to has no size";
                helpers.refuse_here(Diagnostic::error(ty.span.to(dim.span), message));
            }
        }
        ExprKind::Unary(UnaryOp::BitNot, operand) if is_fractional(operand) => {
            helpers.refuse_here(no_bits(operand, "~"));
        }
        ExprKind::Construct(_, parts) => {
            if let Some(fault) = construction(expr, parts) {
                helpers.refuse_here(fault);
            }
        }
        ExprKind::Index(array, _) if is_one_number(array) => {
            let message = format!("`{}` has no elements", array.ty);
            helpers.refuse_here(Diagnostic::error(array.span, message));
        }
        ExprKind::Index(array, index) => {
            if let Some(fault) = past_the_end(array, index, symbols, scope) {
                helpers.refuse_here(fault);
            }
        }
        _ => {}
    }
}

/// What is wrong with the sides of an operator.
fn operands(op: BinaryOp, left: &Expr, right: &Expr, whole: &Expr) -> Option<Diagnostic> {
    let sign = binary_operator(op).0;
    for side in [left, right] {
        if matches!(side.ty, Ty::Struct(_) | Ty::Void | Ty::Array(..)) {
            let message = format!("`{}` has no operator `{sign}`", side.ty);
            return Some(Diagnostic::error(side.span, message));
        }
    }
    if matches!(
        op,
        BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
    ) && let Some(side) = [left, right].into_iter().find(|it| is_fractional(it))
    {
        return Some(no_bits(side, sign));
    }
    let (a, b) = left.ty.number().zip(right.ty.number())?;
    // That a matrix and a vector have no product is said elsewhere.
    if common_number(a, b).is_some() || op == BinaryOp::Mul {
        return None;
    }
    let message = format!("`{a}` and `{b}` have no operator `{sign}`");
    Some(Diagnostic::error(whole.span, message))
}

fn is_fractional(value: &Expr) -> bool {
    value.ty.number().is_some_and(|it| it.kind.is_fractional())
}

/// Whether it is surely no vector of one component, and no row of such.
fn is_one_number(value: &Expr) -> bool {
    let is_part = match &value.kind {
        ExprKind::Member(object, _) => object.ty.number().is_some(),
        ExprKind::Literal(_) => true,
        _ => false,
    };
    is_part && value.ty.number().is_some_and(|it| it.shape == Shape::Scalar)
}

/// fxc: X3082.
fn no_bits(side: &Expr, sign: &str) -> Diagnostic {
    let message = format!("`{sign}` takes whole numbers, not `{}`", side.ty);
    Diagnostic::error(side.span, message)
        .with_help("`asuint(..)` has the bits, `(uint)..` the number without its fraction")
}

/// Several values that are more or fewer numbers than a vector or matrix is made of. One value alone may be cut or
/// spread.
fn construction(expr: &Expr, parts: &[Expr]) -> Option<Diagnostic> {
    let wanted = expr.ty.number()?.shape.count();
    if parts.len() < 2 {
        return None;
    }
    let counts = parts.iter().map(|it| Some(u32::from(it.ty.number()?.shape.count())));
    let given = counts.sum::<Option<u32>>()?;
    (given != u32::from(wanted)).then(|| {
        // fxc: X3014.
        let message = format!("`{}` is made of {wanted} numbers, not {given}", expr.ty);
        Diagnostic::error(expr.span, message)
    })
}

/// A constant index that is none of an array, vector or matrix.
fn past_the_end(
    array: &Expr,
    index: &Expr,
    symbols: &Symbols<'_>,
    scope: &Scope,
) -> Option<Diagnostic> {
    let (count, parts) = match &array.ty {
        Ty::Array(_, Some(count)) => {
            // Of constants it may be known that this is not reached.
            if !matches!(index.kind, ExprKind::Literal(Literal::Int { .. })) {
                return None;
            }
            (*count, "elements")
        }
        Ty::Number(number) => match number.shape {
            Shape::Matrix(rows, _) => (u32::from(rows), "rows"),
            Shape::Vector(count) => (u32::from(count), "components"),
            Shape::Scalar => return None,
        },
        _ => return None,
    };
    let value = constant::value(index, symbols, scope)?;
    let [at] = value.numbers.as_slice() else { return None };
    let at = number::to_i64(*at);
    let is_inside = u32::try_from(at).is_ok_and(|it| it < count);
    let message = format!("index {at} is past the end: `{}` has {count} {parts}", array.ty);
    (!is_inside).then(|| Diagnostic::error(index.span, message))
}

/// Reports a call that only memory which threads share can stand for.
pub(super) fn call(expr: &Expr, callee: &Callee, scope: &Scope, helpers: &mut Helpers) {
    let ExprKind::Call(name, args) = &expr.kind else { return };
    let Some(place) = args.first().filter(|_| name.name.starts_with("Interlocked")) else { return };
    if matches!(callee, Callee::User(_))
        || scope.has_function(&name.name)
        || is_shared(place, scope)
    {
        return;
    }
    let message = format!("`{}` works on memory that threads share, which this is not", name.name);
    helpers.refuse_here(
        Diagnostic::error(place.span, message)
            .with_help("expected `groupshared` memory, or an element of a `RW` buffer or texture"),
    );
}

/// Whether a place may be memory that threads share: what is no value and not local.
fn is_shared(place: &Expr, scope: &Scope) -> bool {
    match &place.kind {
        ExprKind::Name(name) => !scope.is_local(name) && name != "this",
        ExprKind::Index(array, _) if array.ty.object().is_some() => true,
        ExprKind::Index(inner, _) | ExprKind::Member(inner, _) => is_shared(inner, scope),
        _ => !is_value(place) && !matches!(place.kind, ExprKind::Unary(..)),
    }
}
