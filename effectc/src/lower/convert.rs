//! Conversions that fxc makes by itself, spelled out where the HLSL compiler makes none or another one.

use std::sync::Arc;

use crate::ast::{Expr, ExprKind, FloatSuffix, Ident, Literal, Type, TypeKind, UnaryOp};
use crate::lower::whole;
use crate::source::Span;
use crate::types::{Kind, Number, Shape, Ty, fit};

/// Largest array that is filled by writing its elements.
const MAX_SPREAD: u32 = 4096;

/// Makes a value exactly of a type: parameters of functions with overloads need it so. What does not convert, or is not
/// known, stays.
pub(super) fn exactly(value: &mut Expr, to: &Ty) {
    let (Some(from), Some(to)) = (value.ty.number(), to.number()) else { return };
    if from == to || fit(&value.ty, &Ty::Number(to)).is_none() {
        return;
    }
    if from.shape == Shape::Scalar && fold_literal(value, to.kind) && to.shape == Shape::Scalar {
        return;
    }
    cut(value, from, to.shape);
    let is_same = value.ty.number() == Some(to);
    if !is_same {
        cast(value, to);
    }
}

/// Makes a value of the type of the place that it goes to: a variable, what a function returns. Whole numbers that
/// become fractions, and scalars that are spread, are left to the HLSL compiler, which does the same as fxc there.
pub(super) fn loosely(value: &mut Expr, to: &Ty) {
    if let (Some(from), Some(target)) = (value.ty.number(), to.number()) {
        let keeps_shape = from.shape == target.shape || from.shape == Shape::Scalar;
        let is_plain = from.kind != Kind::Bool && target.kind != Kind::Bool;
        let is_whole = whole::is_whole(&value.ty) || whole::is_whole(to);
        let keeps_kind = from.kind == target.kind
            || (is_plain
                && (from.kind < target.kind || from.kind.is_whole() == target.kind.is_whole()));
        // Such a matrix is a structure, which converts to nothing.
        if !(keeps_shape && keeps_kind) || (is_whole && from != target) {
            exactly(value, to);
        }
    }
}

/// Makes the initialiser of a variable of its type: one number also fills a struct or an array, as fxc has it.
pub(super) fn initialiser(value: &mut Expr, to: &Ty) {
    match to {
        Ty::Struct(_) | Ty::Array(..) if value.ty.number().is_some_and(is_scalar) => {
            if let Some(filled) = filled(value, to) {
                *value = filled;
            }
        }
        _ => loosely(value, to),
    }
}

fn is_scalar(number: Number) -> bool {
    number.shape == Shape::Scalar
}

/// A value of `ty` all of whose numbers are `value`; none where `value` may not be written several times.
fn filled(value: &Expr, ty: &Ty) -> Option<Expr> {
    let span = value.span;
    match ty {
        Ty::Number(number) => {
            let mut copy = value.clone();
            exactly(&mut copy, &Ty::Number(*number));
            Some(copy)
        }
        Ty::Struct(name) => {
            let ty = Type { kind: TypeKind::Named(name.to_string()), span };
            let kind = ExprKind::Cast(ty, Vec::new(), Box::new(value.clone()));
            Some(Expr::typed(kind, span, Ty::Struct(Arc::clone(name))))
        }
        Ty::Array(element, Some(count)) if *count <= MAX_SPREAD && is_plain(value) => {
            let parts = (0..*count).map(|_| filled(value, element)).collect::<Option<_>>()?;
            Some(Expr::typed(ExprKind::Braces(parts), span, ty.clone()))
        }
        _ => None,
    }
}

/// Most parts of an expression that is written several times: copies of copies would have no end.
const MAX_PLAIN_PARTS: usize = 64;

/// Whether evaluating an expression twice is the same as once, and short enough to be written twice.
pub(super) fn is_plain(place: &Expr) -> bool {
    let mut left = MAX_PLAIN_PARTS;
    is_plain_within(place, &mut left)
}

fn is_plain_within(place: &Expr, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match &place.kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => true,
        ExprKind::Member(inner, _)
        | ExprKind::Cast(_, _, inner)
        | ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, inner) => is_plain_within(inner, left),
        ExprKind::Index(first, second) | ExprKind::Binary(_, first, second) => {
            is_plain_within(first, left) && is_plain_within(second, left)
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().all(|it| is_plain_within(it, left))
        }
        ExprKind::Construct(_, parts) => parts.iter().all(|it| is_plain_within(it, left)),
        _ => false,
    }
}

/// Puts a cast around a value.
pub(super) fn cast(value: &mut Expr, to: Number) {
    let span = value.span;
    let kind = ExprKind::Cast(to.written(span), Vec::new(), Box::new(value.take()));
    *value = Expr::typed(kind, span, to);
}

/// Takes away the components that a smaller shape lacks.
fn cut(value: &mut Expr, from: Number, to: Shape) {
    let name = match (from.shape, to) {
        (Shape::Vector(have), Shape::Scalar | Shape::Vector(_)) if have > to.count() => {
            "xyzw".get(..usize::from(to.count()))
        }
        (Shape::Matrix(..), Shape::Scalar) => Some("_11"),
        _ => None,
    };
    if let Some(name) = name {
        member(value, name, Number { kind: from.kind, shape: to });
    }
}

/// Makes `value.name` of a value.
pub(super) fn member(value: &mut Expr, name: &str, ty: impl Into<Ty>) {
    let span = value.span;
    let name = Ident { name: name.to_owned(), span };
    *value = Expr::typed(ExprKind::Member(Box::new(value.take()), name), span, ty);
}

/// Writes a whole number as one of another kind; says whether it was a number that is written out.
fn fold_literal(value: &mut Expr, kind: Kind) -> bool {
    let written = match &value.kind {
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => &inner.kind,
        other => other,
    };
    let ExprKind::Literal(Literal::Int { value: number, .. }) = written else { return false };
    let number = *number;
    let is_negated = matches!(value.kind, ExprKind::Unary(UnaryOp::Minus, _));
    let literal = match kind {
        Kind::Float => float(number),
        Kind::Uint if !is_negated => {
            Literal::Int { value: number, unsigned: true, text: number.to_string() }
        }
        _ => return false,
    };
    let literal = Expr::typed(ExprKind::Literal(literal), value.span, Ty::scalar(kind));
    *value = match is_negated {
        true => {
            let negated = ExprKind::Unary(UnaryOp::Minus, Box::new(literal));
            Expr::typed(negated, value.span, Ty::scalar(kind))
        }
        false => literal,
    };
    true
}

/// A whole number as a fraction.
#[expect(clippy::cast_precision_loss, reason = "`float` has no more digits either")]
fn float(number: u64) -> Literal {
    let text = format!("{number}.0");
    Literal::Float { value: number as f64, suffix: FloatSuffix::None, text }
}

/// Makes a call of a function that is not the user's.
pub(super) fn call(name: &str, args: Vec<Expr>, span: Span, ty: impl Into<Ty>) -> Expr {
    let name = Ident { name: name.to_owned(), span };
    Expr::typed(ExprKind::Call(name, args), span, ty)
}
