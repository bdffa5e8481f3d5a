//! Types without spans and names of typedefs: what two expressions must share to be of one type.

use std::fmt;
use std::sync::Arc;

use crate::ast::{ObjectKind, ScalarKind, Type, TypeKind};
use crate::source::Span;

/// What the HLSL compiler tells apart of the kinds of numbers, in the order in which operators prefer them. Half and
/// the `min` kinds are the wide kind of the same sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "each is the HLSL keyword of its name")]
pub enum Kind {
    Bool,
    Int,
    Uint,
    Float,
    Double,
}

impl Kind {
    /// The kind that a written one is; none for `string`.
    #[must_use]
    pub fn of(written: ScalarKind) -> Option<Self> {
        Some(match written {
            ScalarKind::Bool => Self::Bool,
            ScalarKind::Int | ScalarKind::Min16Int | ScalarKind::Min12Int => Self::Int,
            ScalarKind::Uint | ScalarKind::Min16Uint => Self::Uint,
            ScalarKind::Half
            | ScalarKind::Float
            | ScalarKind::Min16Float
            | ScalarKind::Min10Float => Self::Float,
            ScalarKind::Double => Self::Double,
            ScalarKind::String => return None,
        })
    }

    /// How it is written.
    #[must_use]
    pub fn scalar(self) -> ScalarKind {
        match self {
            Self::Bool => ScalarKind::Bool,
            Self::Int => ScalarKind::Int,
            Self::Uint => ScalarKind::Uint,
            Self::Float => ScalarKind::Float,
            Self::Double => ScalarKind::Double,
        }
    }

    /// Whether it has a fractional part.
    #[must_use]
    pub fn is_fractional(self) -> bool {
        self >= Self::Float
    }

    /// Whether it counts: `int` or `uint`.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Int | Self::Uint)
    }
}

/// How many numbers there are, and in what order. A vector of one is a scalar, a matrix of one row stays a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One.
    Scalar,
    /// So many, 2 to 4.
    Vector(u8),
    /// Rows and columns.
    Matrix(u8, u8),
}

impl Shape {
    /// Components of a scalar or vector: 1 makes a scalar.
    #[must_use]
    pub fn vector(count: u8) -> Self {
        match count {
            0 | 1 => Self::Scalar,
            _ => Self::Vector(count),
        }
    }

    /// How many numbers.
    #[must_use]
    pub fn count(self) -> u8 {
        match self {
            Self::Scalar => 1,
            Self::Vector(count) => count,
            Self::Matrix(rows, columns) => rows * columns,
        }
    }
}

/// A scalar, vector or matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    /// Kind of its numbers.
    pub kind: Kind,
    /// How many there are.
    pub shape: Shape,
}

impl Number {
    /// Makes one number.
    #[must_use]
    pub const fn scalar(kind: Kind) -> Self {
        Self { kind, shape: Shape::Scalar }
    }

    /// Makes a vector; of one component it is a scalar.
    #[must_use]
    pub fn vector(kind: Kind, count: u8) -> Self {
        Self { kind, shape: Shape::vector(count) }
    }

    /// The same number of another kind.
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// How it is written, at `span`.
    #[must_use]
    pub fn written(self, span: Span) -> Type {
        let scalar = self.kind.scalar();
        let kind = match self.shape {
            Shape::Scalar => TypeKind::Scalar(scalar),
            Shape::Vector(count) => TypeKind::Vector(scalar, count),
            Shape::Matrix(rows, columns) => TypeKind::Matrix(scalar, rows, columns),
        };
        Type { kind, span }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.scalar().keyword())?;
        match self.shape {
            Shape::Scalar => Ok(()),
            Shape::Vector(count) => write!(f, "{count}"),
            Shape::Matrix(rows, columns) => write!(f, "{rows}x{columns}"),
        }
    }
}

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Ty {
    /// Not told: before typing, after an error, or of something that is not understood here.
    #[default]
    Unknown,
    /// What a function without a value gives.
    Void,
    /// A scalar, vector or matrix.
    Number(Number),
    /// A struct, class or interface, by name.
    Struct(Arc<str>),
    /// An array and its size, where that is known.
    Array(Arc<Self>, Option<u32>),
    /// A resource, sampler, patch or stream, with the type of its elements: `float4` where none is written, [`Void`](Self::Void) where
    /// it has none.
    Object(ObjectKind, Arc<Self>),
}

impl Ty {
    /// One number of this kind.
    #[must_use]
    pub fn scalar(kind: Kind) -> Self {
        Self::Number(Number::scalar(kind))
    }

    /// A vector of this kind.
    #[must_use]
    pub fn vector(kind: Kind, count: u8) -> Self {
        Self::Number(Number::vector(kind, count))
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Kind, rows and columns, if it is a matrix.
    #[must_use]
    pub fn matrix(&self) -> Option<(Kind, u8, u8)> {
        match self {
            Self::Number(Number { kind, shape: Shape::Matrix(rows, columns) }) => {
                Some((*kind, *rows, *columns))
            }
            _ => None,
        }
    }

    /// Whether it is a vector of two or more components.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        matches!(self, Self::Number(Number { shape: Shape::Vector(_), .. }))
    }

    /// Whether nothing is known of it.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }

    /// The kind of object, if it is one.
    #[must_use]
    pub fn object(&self) -> Option<ObjectKind> {
        match self {
            Self::Object(kind, _) => Some(*kind),
            _ => None,
        }
    }
}

impl From<Number> for Ty {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Void => f.write_str("void"),
            Self::Number(number) => number.fmt(f),
            Self::Struct(name) => f.write_str(name),
            Self::Array(element, Some(count)) => write!(f, "{element}[{count}]"),
            Self::Array(element, None) => write!(f, "{element}[]"),
            Self::Object(kind, element) if **element == Self::Void => f.write_str(kind.keyword()),
            Self::Object(kind, element) => write!(f, "{}<{element}>", kind.keyword()),
        }
    }
}
