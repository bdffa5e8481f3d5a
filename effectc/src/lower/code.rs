//! Pieces of syntax that generated code is made of; all stand at the place of what they are generated for.

use crate::ast::{
    ArrayDim, BinaryOp, Block, Expr, ExprKind, FloatSuffix, Function, Ident, Literal, Modifiers,
    ScalarKind, Semantic, Stmt, StmtKind, Type, TypeKind, Variable,
};
use crate::source::Span;

/// Makes syntax at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub(super) span: Span,
}

impl Code {
    pub(super) fn ident(self, name: impl Into<String>) -> Ident {
        Ident { name: name.into(), span: self.span }
    }

    pub(super) fn ty(self, kind: TypeKind) -> Type {
        Type { kind, span: self.span }
    }

    pub(super) fn expr(self, kind: ExprKind) -> Expr {
        Expr::new(kind, self.span)
    }

    pub(super) fn name(self, name: impl Into<String>) -> Expr {
        Expr::name(name, self.span)
    }

    pub(super) fn uint(self, value: u32) -> Expr {
        Expr::uint(u64::from(value), self.span)
    }

    /// A whole number as a `float`.
    pub(super) fn float(self, value: i8) -> Expr {
        let magnitude = value.unsigned_abs();
        let literal = Literal::Float {
            value: f64::from(magnitude),
            suffix: FloatSuffix::None,
            text: format!("{magnitude}.0"),
        };
        let positive = self.expr(ExprKind::Literal(literal));
        match value < 0 {
            true => self.expr(ExprKind::Unary(crate::ast::UnaryOp::Minus, Box::new(positive))),
            false => positive,
        }
    }

    pub(super) fn string(self, text: &str) -> Expr {
        self.expr(ExprKind::Literal(Literal::String(text.as_bytes().to_vec())))
    }

    pub(super) fn member(self, object: Expr, name: &str) -> Expr {
        self.expr(ExprKind::Member(Box::new(object), self.ident(name)))
    }

    pub(super) fn index(self, array: Expr, index: u32) -> Expr {
        self.expr(ExprKind::Index(Box::new(array), Box::new(self.uint(index))))
    }

    pub(super) fn call(self, function: &str, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(self.ident(function), args))
    }

    pub(super) fn construct(self, kind: TypeKind, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Construct(self.ty(kind), args))
    }

    pub(super) fn cast(self, kind: TypeKind, value: Expr) -> Expr {
        self.expr(ExprKind::Cast(self.ty(kind), Vec::new(), Box::new(value)))
    }

    pub(super) fn binary(self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    pub(super) fn choose(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        self.expr(ExprKind::Conditional(Box::new(condition), then, otherwise))
    }

    pub(super) fn stmt(self, kind: StmtKind) -> Stmt {
        Stmt { attributes: Vec::new(), kind, span: self.span }
    }

    pub(super) fn assign(self, place: Expr, value: Expr) -> Stmt {
        let assign = ExprKind::Assign(None, Box::new(place), Box::new(value));
        self.stmt(StmtKind::Expr(self.expr(assign)))
    }

    pub(super) fn variable(self, kind: TypeKind, name: impl Into<String>) -> Variable {
        Variable::new(self.ty(kind), self.ident(name))
    }

    pub(super) fn declare(self, variable: Variable) -> Stmt {
        self.stmt(StmtKind::Declare(vec![variable]))
    }

    pub(super) fn dim(self, count: u32) -> ArrayDim {
        ArrayDim { size: Some(self.uint(count)), span: self.span }
    }

    pub(super) fn semantic(self, name: impl Into<String>) -> Semantic {
        Semantic { name: self.ident(name) }
    }

    pub(super) fn function(
        self,
        return_type: TypeKind,
        name: &str,
        params: Vec<Variable>,
        stmts: Vec<Stmt>,
    ) -> Function {
        Function {
            attributes: Vec::new(),
            modifiers: Modifiers::default(),
            return_type: self.ty(return_type),
            class: None,
            name: self.ident(name),
            params,
            semantic: None,
            annotations: Vec::new(),
            body: Some(Block { stmts, span: self.span }),
            span: self.span,
        }
    }
}

/// A scalar, or a vector of two or more.
pub(super) fn vector(kind: ScalarKind, components: u8) -> TypeKind {
    match components {
        0 | 1 => TypeKind::Scalar(kind),
        _ => TypeKind::Vector(kind, components),
    }
}

/// The first components of a vector of `from` components, filled with zeros to `to`.
pub(super) fn resized(code: Code, value: Expr, kind: ScalarKind, from: u8, to: u8) -> Expr {
    let zero = || match kind {
        ScalarKind::Int | ScalarKind::Uint | ScalarKind::Bool => code.uint(0),
        _ => code.float(0),
    };
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => {
            let components = ["x", "xy", "xyz", "xyzw"];
            code.member(value, components[usize::from(to.clamp(1, 4)) - 1])
        }
        std::cmp::Ordering::Less => {
            let zeros = (from..to).map(|_| zero());
            code.construct(vector(kind, to), std::iter::once(value).chain(zeros).collect())
        }
    }
}
