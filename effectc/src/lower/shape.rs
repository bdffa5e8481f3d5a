//! The numbers that a type is made of, in order, and how to name each.

use crate::ast::{ArrayDim, Expr, ExprKind, Ident, ScalarKind, Type, TypeKind};
use crate::check::constant::Constants;
use crate::check::symbols::Symbols;
use crate::source::Span;
use crate::types::Ty;

/// Most numbers that are looked at one by one.
pub(super) const MAX_NUMBERS: usize = 16384;

/// How deep types may stand in each other.
const MAX_DEPTH: u32 = 64;

/// A type of numbers, typedefs followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A number.
    Scalar(ScalarKind),
    /// A vector of 1 to 4.
    Vector(ScalarKind, u8),
    /// A matrix, rows and columns.
    Matrix(ScalarKind, u8, u8),
    /// An array of so many.
    Array(Box<Self>, usize),
    /// A structure: its name, and its fields.
    Struct(String, Vec<(String, Self)>),
}

impl Shape {
    /// The shape of a type with dimensions after a name; none for objects, and where a size is not known.
    pub(super) fn of(ty: &Type, dims: &[ArrayDim], symbols: &Symbols<'_>) -> Option<Self> {
        Self::at(ty, dims, symbols, MAX_DEPTH)
    }

    /// The shape of a value; none for what is not made of numbers.
    pub(super) fn of_value(ty: &Ty, span: Span, symbols: &Symbols<'_>) -> Option<Self> {
        match ty {
            Ty::Number(number) => Self::of(&number.written(span), &[], symbols),
            Ty::Struct(name) => {
                let ty = Type { kind: TypeKind::Named(name.to_string()), span };
                Self::of(&ty, &[], symbols)
            }
            Ty::Array(element, count) => {
                let element = Self::of_value(element, span, symbols)?;
                let shape = Self::Array(Box::new(element), usize::try_from((*count)?).ok()?);
                shape.is_small().then_some(shape)
            }
            Ty::Unknown | Ty::Void | Ty::Object(..) => None,
        }
    }

    fn at(ty: &Type, dims: &[ArrayDim], symbols: &Symbols<'_>, depth: u32) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let mut all: Vec<&ArrayDim> = dims.iter().collect();
        let resolved = symbols.resolve(ty, &mut all);
        let element = match &resolved.kind {
            TypeKind::Scalar(ScalarKind::String) => return None,
            TypeKind::Scalar(kind) => Self::Scalar(*kind),
            TypeKind::Vector(kind, columns) => Self::Vector(*kind, *columns),
            TypeKind::Matrix(kind, rows, columns) => Self::Matrix(*kind, *rows, *columns),
            TypeKind::Named(name) => {
                let def = symbols.structs.get(name.as_str())?.node;
                if !def.bases.is_empty() {
                    return None;
                }
                let field = |it: &crate::ast::Variable| {
                    Some((it.name.name.clone(), Self::at(&it.ty, &it.array, symbols, depth)?))
                };
                let fields = def.fields.iter().map(field).collect::<Option<_>>()?;
                Self::Struct(name.clone(), fields)
            }
            TypeKind::Void | TypeKind::Object(..) | TypeKind::Inline(_) => return None,
        };
        all.into_iter().rev().try_fold(element, |element, dim| {
            let count = Constants { symbols }.uint(dim.size.as_ref()?).ok()?;
            let shape = Self::Array(Box::new(element), usize::try_from(count).ok()?);
            shape.is_small().then_some(shape)
        })
    }

    /// Whether its numbers, and the elements of its arrays, can be looked at one by one.
    fn is_small(&self) -> bool {
        let elements = match self {
            Self::Array(_, count) => *count,
            _ => 0,
        };
        elements <= MAX_NUMBERS && self.count().is_some_and(|it| it <= MAX_NUMBERS)
    }

    /// How many numbers it has, if that can be counted.
    pub(super) fn count(&self) -> Option<usize> {
        match self {
            Self::Scalar(_) => Some(1),
            Self::Vector(_, columns) => Some(usize::from(*columns)),
            Self::Matrix(_, rows, columns) => Some(usize::from(*rows) * usize::from(*columns)),
            Self::Array(element, count) => element.count()?.checked_mul(*count),
            Self::Struct(_, fields) => {
                fields.iter().try_fold(0_usize, |sum, (_, it)| sum.checked_add(it.count()?))
            }
        }
    }

    /// The numbers of a value, each as an expression on `value`.
    pub(super) fn numbers(&self, value: &Expr) -> Vec<Expr> {
        let mut numbers = Vec::new();
        self.push_numbers(value, &mut numbers);
        numbers
    }

    /// The kinds of these numbers.
    pub(super) fn kinds(&self) -> Vec<ScalarKind> {
        match self {
            Self::Scalar(kind) => vec![*kind],
            Self::Vector(kind, _) | Self::Matrix(kind, ..) => {
                vec![*kind; self.count().unwrap_or_default()]
            }
            Self::Array(element, count) => element.kinds().repeat(*count),
            Self::Struct(_, fields) => fields.iter().flat_map(|(_, it)| it.kinds()).collect(),
        }
    }

    fn push_numbers(&self, value: &Expr, numbers: &mut Vec<Expr>) {
        match self {
            Self::Scalar(_) => numbers.push(value.clone()),
            Self::Vector(_, columns) => {
                numbers.extend((0..*columns).map(|it| component(value, it)));
            }
            Self::Matrix(_, rows, columns) => {
                for row in 0..*rows {
                    for column in 0..*columns {
                        let name = format!("_m{row}{column}");
                        numbers.push(member(value, &name));
                    }
                }
            }
            Self::Array(element, count) => {
                (0..*count).for_each(|it| element.push_numbers(&at(value, it), numbers));
            }
            Self::Struct(_, fields) => {
                fields.iter().for_each(|(name, it)| it.push_numbers(&member(value, name), numbers));
            }
        }
    }
}

/// `value.z`
fn component(value: &Expr, index: u8) -> Expr {
    member(value, ["x", "y", "z", "w"].get(usize::from(index)).copied().unwrap_or("x"))
}

fn member(value: &Expr, name: &str) -> Expr {
    let name = Ident { name: name.to_owned(), span: value.span };
    Expr::new(ExprKind::Member(Box::new(value.clone()), name), value.span)
}

fn at(value: &Expr, index: usize) -> Expr {
    let index = Expr::uint(index as u64, value.span);
    Expr::new(ExprKind::Index(Box::new(value.clone()), Box::new(index)), value.span)
}
