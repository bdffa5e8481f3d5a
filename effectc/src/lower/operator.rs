//! Operators on values of different types.
//!
//! fxc cuts the longer of two vectors, takes truth values for whole numbers in arithmetic, and computes an assignment
//! such as `i *= 0.5` in the kind of both sides before it is stored. The HLSL compiler refuses some of these and does
//! something else with others, so the conversions are written out.

use crate::ast::{BinaryOp, Expr, ExprKind, ObjectKind, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::lower::convert::{self, cast, exactly, is_plain, loosely};
use crate::lower::defined::{conversion, division};
use crate::lower::helper::Helpers;
use crate::lower::matrix::spell_out_swizzle;
use crate::print::binary_operator;
use crate::types::{
    Kind, Number, Shape, Ty, arithmetic, common_number, index_type, matrix_components,
};

/// Converts the operands of an expression.
pub(super) fn convert_operands(expr: &mut Expr, helpers: &mut Helpers) {
    match &mut expr.kind {
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand) => {
            if let Some(number) = operand.ty.number().filter(|it| it.kind == Kind::Bool) {
                exactly(operand, &arithmetic(number).into());
            }
        }
        ExprKind::Binary(op, left, right) => binary(*op, left, right),
        ExprKind::Conditional(condition, then, otherwise) => {
            conditional(condition, then, otherwise, &expr.ty);
        }
        ExprKind::Assign(None, target, value) => loosely(value, &target.ty),
        ExprKind::Assign(Some(_), ..) => compound(expr, helpers),
        ExprKind::Index(array, index) => {
            let expected = index_type(&array.ty);
            let (Some(found), Some(to)) = (index.ty.number(), expected.number()) else { return };
            if found.shape != to.shape || !found.kind.is_whole() {
                exactly(index, &expected);
            }
        }
        _ => {}
    }
}

/// The kind that both sides of an operator must have, where the HLSL compiler does not see to that.
fn needed_kind(op: BinaryOp, left: Kind, right: Kind) -> Option<Kind> {
    let has_bool = left == Kind::Bool || right == Kind::Bool;
    match op {
        BinaryOp::And | BinaryOp::Or => None,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Add | BinaryOp::Sub => {
            has_bool.then(|| left.max(right).max(Kind::Int))
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => has_bool.then_some(Kind::Int),
        _ => (has_bool && left != right).then(|| left.max(right)),
    }
}

fn binary(op: BinaryOp, left: &mut Expr, right: &mut Expr) {
    let (Some(a), Some(b)) = (left.ty.number(), right.ty.number()) else { return };
    let Some(joined) = common_number(a, b) else { return };
    if matches!(op, BinaryOp::And | BinaryOp::Or) {
        // A scalar beside a vector is taken for a scalar operator.
        if a.shape != b.shape {
            exactly(left, &joined.of_kind(Kind::Bool).into());
            exactly(right, &joined.of_kind(Kind::Bool).into());
        }
        return;
    }
    let kind = needed_kind(op, a.kind, b.kind);
    // `==` of a scalar and a vector compares them as wholes.
    let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
    for (side, from) in [(left, a), (right, b)] {
        let keeps_scalar = from.shape == Shape::Scalar && !is_equality;
        let shape = if keeps_scalar { from.shape } else { joined.shape };
        let of = Number { kind: kind.unwrap_or(from.kind), shape };
        exactly(side, &of.into());
    }
}

/// All parts get the shape of the whole.
fn conditional(condition: &mut Expr, then: &mut Expr, otherwise: &mut Expr, ty: &Ty) {
    let Some(number) = ty.number() else { return };
    if let Some(chooses) = condition.ty.number().filter(|it| it.shape != Shape::Scalar) {
        let shape = number.shape;
        if chooses.shape != shape || chooses.kind != Kind::Bool {
            exactly(condition, &Number { kind: Kind::Bool, shape }.into());
        }
        // A scalar beside a vector is not spread here.
        exactly(then, ty);
        exactly(otherwise, ty);
        return;
    }
    loosely(then, ty);
    loosely(otherwise, ty);
}

/// Whether it is `m._11_22`.
fn is_matrix_swizzle(expr: &Expr) -> bool {
    let ExprKind::Member(object, member) = &expr.kind else { return false };
    object.ty.matrix().is_some() && matrix_components(&member.name).is_some_and(|it| it.len() >= 2)
}

/// `target op= value`.
fn compound(expr: &mut Expr, helpers: &mut Helpers) {
    let ExprKind::Assign(Some(op), target, value) = &mut expr.kind else { return };
    let op = *op;
    let (Some(to), Some(from)) = (target.ty.number(), value.ty.number()) else { return };
    let Some(joined) = common_number(to, from) else { return };
    // The target keeps its shape; a value of more components is cut.
    if from.shape != Shape::Scalar && from.shape != to.shape {
        exactly(value, &Number { kind: from.kind, shape: to.shape }.into());
    }
    let computed = match needed_kind(op, to.kind, from.kind) {
        Some(kind) => kind,
        None if is_shift(op) => to.kind,
        None => joined.kind,
    };
    // The HLSL compiler has no other assignment to several elements of a matrix than `=`.
    let is_elements = is_matrix_swizzle(target);
    let stays = computed == to.kind && to.kind != Kind::Bool && !is_elements;
    if stays {
        if from.kind == Kind::Bool {
            let shape = value.ty.number().map_or(Shape::Scalar, |it| it.shape);
            exactly(value, &Number { kind: to.kind, shape }.into());
        }
        return;
    }
    // Unsigned and signed are the same bits.
    let is_same_bits = computed.is_whole() && to.kind.is_whole();
    let keeps_bits = !matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::ShiftRight);
    if is_same_bits && keeps_bits && !is_elements {
        return;
    }
    if !is_plain(target) {
        return compound_once(expr, computed, helpers);
    }
    let (mut left, mut right) = (target.as_ref().clone(), value.take());
    spell_out_swizzle(&mut left, helpers);
    binary(op, &mut left, &mut right);
    let kind = computed.max(left.ty.number().map_or(computed, |it| it.kind));
    let result = Number { kind, shape: to.shape };
    let span = expr.span;
    let binary = ExprKind::Binary(op, Box::new(left), Box::new(right));
    let mut computed = Expr::typed(binary, span, result);
    if result != to {
        cast(&mut computed, to);
    }
    let target = Box::new(target.take());
    expr.kind = ExprKind::Assign(None, target, Box::new(computed));
}

/// `target op= value`, computed in another kind than the target's, where the target may be evaluated once only: a
/// helper gets it as a place.
fn compound_once(expr: &mut Expr, computed: Kind, helpers: &mut Helpers) {
    let span = expr.span;
    let ExprKind::Assign(Some(op), target, value) = &mut expr.kind else { return };
    let (op, sign) = (*op, binary_operator(*op).0);
    let (Some(to), Some(from)) = (target.ty.number(), value.ty.number()) else { return };
    if is_matrix_swizzle(target) || matches!(to.shape, Shape::Matrix(..)) || is_texel(target) {
        helpers.refuse(
            Diagnostic::error(
                span,
                format!("not yet supported: `{sign}=` on a place that calls something"),
            )
            .with_help("put the index into a variable first"),
        );
        return;
    }
    let kind = computed.max(if is_shift(op) { to.kind } else { from.kind });
    let (left, right) = (to.of_kind(kind), from.of_kind(kind));
    let name = format!("fx@assign_{op:?}_{to}_{right}").to_lowercase();
    let computed = match division::function(helpers, op, left).filter(|_| left == right) {
        Some(divide) => format!("{divide}(({left})a, b)"),
        None if is_shift(op) => format!("({left})a {sign} (b & 31)"),
        None => format!("({left})a {sign} b"),
    };
    let converted = match conversion::function(helpers, left, to) {
        Some(convert) => format!("{convert}({computed})"),
        None => format!("({to})({computed})"),
    };
    helpers.add(&name, || {
        format!("{to} {name}(inout {to} a, {right} b) {{ a = {converted}; return a; }}")
    });
    exactly(value, &right.into());
    let args = vec![target.take(), value.take()];
    *expr = convert::call(&name, args, span, to);
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight)
}

/// Whether a place is a texel of a texture, or part of one: it has no address.
pub(super) fn is_texel(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Member(object, _) => is_texel(object),
        ExprKind::Index(array, _) => {
            let is_object =
                matches!(array.ty, Ty::Object(kind, _) if kind != ObjectKind::RWStructuredBuffer);
            is_object || is_texel(array)
        }
        _ => false,
    }
}
