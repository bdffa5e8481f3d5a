//! `%` of signed integers.
//!
//! HLSL's remainder has the sign of the dividend: `-7 % 3` is `-1`. glslang writes SPIR-V's `OpSMod`, which has that
//! of the divisor. Modules are mended (`crate::module`), but the optimiser may have computed constant ones by then,
//! so where the type is known the remainder is spelled out.

use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, Function, Ident, Modifiers, ScalarKind, Stmt, StmtKind, Type,
    TypeKind, UnaryOp, Variable,
};
use crate::lower::body::Helpers;
use crate::lower::constant;
use crate::lower::scope::{Scope, ValueType, join};
use crate::source::Span;

/// A helper function for vectors of so many components; 1 is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RemainderHelper {
    columns: u8,
}

/// `a % b` of signed integers calls a helper.
pub(super) fn call_remainder_helper(expr: &mut Expr, scope: &Scope<'_, '_>, helpers: &mut Helpers) {
    let (ExprKind::Binary(BinaryOp::Rem, left, right)
    | ExprKind::Assign(Some(BinaryOp::Rem), left, right)) = &expr.kind
    else {
        return;
    };
    let is_assignment = matches!(expr.kind, ExprKind::Assign(..));
    // The target would be evaluated twice; a constant stays one, for the labels of a `switch`.
    if (is_assignment && !is_plain(left)) || constant::value(expr, scope).is_some() {
        return;
    }
    let types = scope.type_of(left).zip(scope.type_of(right));
    let Some(helper) = types.and_then(|(left, right)| RemainderHelper::of(join(left, right)))
    else {
        return;
    };
    helpers.remainders.insert(helper);
    let converted = |it: &Expr| {
        let operand = Box::new(it.clone());
        Expr::new(ExprKind::Cast(helper.ty(it.span), Vec::new(), operand), it.span)
    };
    let name = Ident { name: helper.name(), span: expr.span };
    let call = ExprKind::Call(name, vec![converted(left), converted(right)]);
    expr.kind = match &expr.kind {
        ExprKind::Assign(_, target, _) => {
            ExprKind::Assign(None, target.clone(), Box::new(Expr::new(call, expr.span)))
        }
        _ => call,
    };
}

/// Whether evaluating a place twice is the same as once.
fn is_plain(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => true,
        ExprKind::Member(object, _) => is_plain(object),
        ExprKind::Index(array, index) => is_plain(array) && is_plain(index),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, inner) => is_plain(inner),
        ExprKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        _ => false,
    }
}

impl RemainderHelper {
    fn of(ty: ValueType) -> Option<Self> {
        match ty.kind {
            _ if ty.dims > 0 => None,
            TypeKind::Scalar(ScalarKind::Int) => Some(Self { columns: 1 }),
            TypeKind::Vector(ScalarKind::Int, columns) => Some(Self { columns }),
            _ => None,
        }
    }

    fn name(self) -> String {
        format!("fx_remainder{}", self.columns)
    }

    fn ty(self, span: Span) -> Type {
        let kind = match self.columns {
            1 => TypeKind::Scalar(ScalarKind::Int),
            columns => TypeKind::Vector(ScalarKind::Int, columns),
        };
        Type { kind, span }
    }

    /// The function: `int fx_remainder1(int a, int b) { return a - b * (a / b); }`.
    pub(super) fn definition(self, span: Span) -> Function {
        let ident = |name: &str| Ident { name: name.to_owned(), span };
        let binary = |op, left: Expr, right: Expr| {
            Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
        };
        let (a, b) = (|| Expr::name("a", span), || Expr::name("b", span));
        let whole = binary(BinaryOp::Mul, b(), binary(BinaryOp::Div, a(), b()));
        let value = binary(BinaryOp::Sub, a(), whole);
        let body = Stmt { attributes: Vec::new(), kind: StmtKind::Return(Some(value)), span };
        let params = ["a", "b"].map(|it| Variable::new(self.ty(span), ident(it)));
        Function {
            attributes: Vec::new(),
            modifiers: Modifiers::default(),
            return_type: self.ty(span),
            class: None,
            name: ident(&self.name()),
            params: params.to_vec(),
            semantic: None,
            annotations: Vec::new(),
            body: Some(Block { stmts: vec![body], span }),
            span,
        }
    }
}
