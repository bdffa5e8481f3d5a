//! Constant expressions that the HLSL compiler computes wrongly, computed here.
//!
//! glslang's folding keeps the dividend of `7.5 % 2.0`, looks at whole vectors or at one component where HLSL compares
//! component by component, finds no component of `any(float2(1, 0))` to be other than 0, and gives `fmod` the sign of the
//! divisor. What cannot be computed here is hidden from it (`hidden`).

use crate::ast::{
    BinaryOp, Expr, ExprKind, FloatSuffix, Literal, ModifierKind, ScalarKind, Type, TypeKind,
    UnaryOp,
};
use crate::check::constant::Constants;
use crate::check::number::{self, Value};
use crate::check::symbols::Symbols;
use crate::effect;
use crate::lower::names;
use crate::source::Span;
use crate::types::{Kind, Scope, Ty};

/// Writes the value of a constant remainder, comparison, `any` or `fmod`.
pub(super) fn compute(expr: &mut Expr, symbols: &Symbols<'_>, scope: &Scope) {
    let is_folded_wrongly = match &expr.kind {
        ExprKind::Binary(op, ..) => !matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::ShiftLeft
                | BinaryOp::ShiftRight
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
        ),
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Call(function, args) => {
            matches!((function.name.as_str(), args.len()), ("any" | "all", 1) | ("fmod", 2))
                && !scope.has_function(&function.name)
        }
        _ => false,
    };
    if !is_folded_wrongly {
        return;
    }
    // Whole numbers are folded rightly, and stay as they are in the labels of a `switch`.
    let value = value(expr, symbols, scope).filter(|it| it.rows == 1);
    let is_whole = |it: &Value| it.kind == effect::ScalarKind::Int && it.columns == 1;
    if let Some(value) = value.filter(|it| !is_whole(it)) {
        expr.kind = written(&value, expr.span).kind;
        expr.ty = expr_type(&value);
    }
}

/// The value of an expression of numbers and static constants. A global that is only `const` is a default value, and
/// the program may set another.
pub(super) fn value(expr: &Expr, symbols: &Symbols<'_>, scope: &Scope) -> Option<Value> {
    // Most expressions are not constant, which this finds at their first name.
    let value = Constants { symbols }.value(expr).ok()?;
    let mut is_fixed = true;
    names::of_expr(expr, &mut |name| {
        let variable = symbols.variables.get(name);
        is_fixed &= !scope.is_local(name)
            && variable.is_none_or(|it| it.node.modifiers.has(ModifierKind::Static));
    });
    is_fixed.then_some(value)
}

/// The type of a value of one row.
fn expr_type(value: &Value) -> Ty {
    let kind = match value.kind {
        effect::ScalarKind::Bool => Kind::Bool,
        effect::ScalarKind::Int => Kind::Int,
        effect::ScalarKind::Uint => Kind::Uint,
        effect::ScalarKind::Float => Kind::Float,
        effect::ScalarKind::Double => Kind::Double,
    };
    Ty::vector(kind, u8::try_from(value.columns).unwrap_or(4))
}

fn written(value: &Value, span: Span) -> Expr {
    let mut numbers = value.numbers.iter().map(|it| literal(value.kind, *it, span));
    let kind = match value.kind {
        effect::ScalarKind::Bool => ScalarKind::Bool,
        effect::ScalarKind::Int => ScalarKind::Int,
        effect::ScalarKind::Uint => ScalarKind::Uint,
        effect::ScalarKind::Float => ScalarKind::Float,
        effect::ScalarKind::Double => ScalarKind::Double,
    };
    match (value.numbers.len(), numbers.next()) {
        (1, Some(number)) => number,
        (_, first) => {
            let columns = u8::try_from(value.columns).unwrap_or(4);
            let ty = Type { kind: TypeKind::Vector(kind, columns), span };
            let parts = first.into_iter().chain(numbers).collect();
            Expr::new(ExprKind::Construct(ty, parts), span)
        }
    }
}

fn literal(kind: effect::ScalarKind, number: f64, span: Span) -> Expr {
    let size = number.abs();
    let literal = match kind {
        effect::ScalarKind::Bool => Literal::Bool(number != 0.0),
        effect::ScalarKind::Int | effect::ScalarKind::Uint => {
            let unsigned = kind == effect::ScalarKind::Uint;
            let value = number::to_i64(size).unsigned_abs();
            Literal::Int { value, unsigned, text: value.to_string() }
        }
        effect::ScalarKind::Float => {
            // The shortest text that is this `float`.
            let text = format!("{:?}", number::to_f32(size));
            Literal::Float { value: size, suffix: FloatSuffix::None, text }
        }
        effect::ScalarKind::Double => {
            let text = format!("{size:?}");
            Literal::Float { value: size, suffix: FloatSuffix::None, text }
        }
    };
    let literal = Expr::new(ExprKind::Literal(literal), span);
    match number.is_sign_negative() {
        true => Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(literal)), span),
        false => literal,
    }
}
