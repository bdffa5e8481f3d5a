//! Expressions.

use super::{ArrayDim, Ident, Type};
use crate::source::Span;
use crate::types::Ty;

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
    /// Its type: unknown until `types` has seen it.
    pub ty: Ty,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, truth value or string.
    Literal(Literal),
    /// `NULL`
    Null,
    /// A variable, or a name that only its context explains (`MIN_MAG_MIP_LINEAR`).
    Name(String),
    /// `-x`, `i++`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `target = value`, `target += value`.
    Assign(AssignOp, Box<Expr>, Box<Expr>),
    /// `condition ? then : otherwise`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// `(float3x3)m`, `(float[3])v`.
    Cast(Type, Vec<ArrayDim>, Box<Expr>),
    /// `float4(a, b)`; the type is a number, vector, matrix or named type.
    Construct(Type, Vec<Expr>),
    /// `f(a, b)`.
    Call(Ident, Vec<Expr>),
    /// `object.Sample(s, uv)`.
    Method(Box<Expr>, Ident, Vec<Expr>),
    /// `object.member`, `v.xyz`, `m._41_42_43`.
    Member(Box<Expr>, Ident),
    /// `array[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// `{ a, b }` as an initialiser.
    Braces(Vec<Expr>),
    /// `CompileShader(vs_5_0, VS(1))` or `compile vs_2_0 VS(1)`.
    Compile {
        /// `vs_5_0`.
        profile: Box<Ident>,
        /// `VS`.
        entry: Box<Ident>,
        /// The arguments for the entry's uniform parameters.
        args: Vec<Expr>,
    },
    /// `<DiffuseMap>` as the value of a state.
    AngleName(Ident),
    /// `asm { .. }`: kept as a place only; the language inside is not HLSL.
    Asm,
}

/// How a floating-point literal ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// `1.0`
    None,
    /// `1.0f`
    F,
    /// `1.0h`
    H,
    /// `1.0L`: a double.
    L,
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer.
    Int {
        /// Its value.
        value: u64,
        /// Whether it had the suffix `u`.
        unsigned: bool,
        /// As written, without suffix: `0x0F`.
        text: String,
    },
    /// A floating-point number.
    Float {
        /// Its value.
        value: f64,
        /// Its suffix.
        suffix: FloatSuffix,
        /// As written, without suffix: `1e5`.
        text: String,
    },
    /// `true` or `false`.
    Bool(bool),
    /// A string; neighbours are joined. Bytes, since a string may hold any encoding; escapes are resolved.
    String(Vec<u8>),
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

/// An operator with two operands, without assignments and the comma.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// `None` for `=`, the operator for `+=` and the like.
pub type AssignOp = Option<BinaryOp>;

impl Expr {
    /// Makes an expression whose type is not told.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Self { kind, span, ty: Ty::Unknown }
    }

    /// Makes an expression of a type.
    pub fn typed(kind: ExprKind, span: Span, ty: impl Into<Ty>) -> Self {
        Self { kind, span, ty: ty.into() }
    }

    /// Takes the expression out, to build it into another that comes in its place.
    pub fn take(&mut self) -> Self {
        let empty = Self::new(ExprKind::Null, self.span);
        std::mem::replace(self, empty)
    }

    /// Makes a name.
    pub fn name(name: impl Into<String>, span: Span) -> Self {
        Self::new(ExprKind::Name(name.into()), span)
    }

    /// Makes an integer literal without suffix.
    pub fn uint(value: u64, span: Span) -> Self {
        let literal = Literal::Int { value, unsigned: false, text: value.to_string() };
        Self::new(ExprKind::Literal(literal), span)
    }

    /// Returns the name, if it is only a name.
    pub fn as_name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
}
