//! A global object that an expression names.

use crate::ast::{ArrayDim, BinaryOp, Expr, ExprKind, Literal};

/// One index of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    /// A constant.
    Number(u32),
    /// Something that is known at run time only; the place holds the expression.
    Dynamic,
}

/// A global object, or an array of them with some of its indices.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its name in the user's effect.
    pub(super) name: String,
    /// The indices so far, outermost first.
    pub(super) slots: Vec<Slot>,
    /// The expressions of the dynamic ones, in order.
    pub(super) indices: Vec<Expr>,
}

impl Place {
    pub(super) fn global(name: &str) -> Self {
        Self { name: name.to_owned(), slots: Vec::new(), indices: Vec::new() }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name
            && self.slots == other.slots
            && self.indices.iter().zip(&other.indices).all(|(a, b)| is_same(a, b))
    }

    /// The same place with other expressions for its dynamic indices.
    pub(super) fn with_indices(&self, indices: Vec<Expr>) -> Self {
        Self { indices, ..self.clone() }
    }

    /// All indices as one: a number, or an expression; `counts` are the sizes of the array. None for what is no array.
    pub(super) fn flat(&self, counts: &[u32]) -> Flat {
        if self.slots.is_empty() {
            return Flat::None;
        }
        let mut number = 0;
        let mut indices = self.indices.iter();
        let mut sum: Option<Expr> = None;
        for (slot, place) in self.slots.iter().zip(0..) {
            let stride: u32 = counts.iter().skip(place + 1).product();
            match slot {
                Slot::Number(value) => number += value * stride,
                Slot::Dynamic => {
                    let Some(index) = indices.next() else { continue };
                    let span = index.span;
                    let binary = |op, left: Expr, right: Expr| {
                        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
                    };
                    let term = match stride {
                        1 => index.clone(),
                        _ => {
                            let stride = Expr::uint(u64::from(stride), span);
                            binary(BinaryOp::Mul, index.clone(), stride)
                        }
                    };
                    sum = Some(match sum {
                        Some(sum) => binary(BinaryOp::Add, sum, term),
                        None => term,
                    });
                }
            }
        }
        match sum {
            None => Flat::Number(number),
            Some(sum) if number == 0 => Flat::Dynamic(sum),
            Some(sum) => {
                let span = sum.span;
                let number = Box::new(Expr::uint(u64::from(number), span));
                let kind = ExprKind::Binary(BinaryOp::Add, Box::new(sum), number);
                Flat::Dynamic(Expr::new(kind, span))
            }
        }
    }
}

/// The index of a place in an array without inner arrays.
#[derive(Clone, Debug)]
pub(super) enum Flat {
    /// It is no array.
    None,
    /// A constant.
    Number(u32),
    /// What is known at run time only.
    Dynamic(Expr),
}

/// Whether two expressions are written the same and have no effect of their own.
pub(super) fn is_same(left: &Expr, right: &Expr) -> bool {
    match (text(left), text(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// An expression as text, if it is made of names, numbers and operators that change nothing.
pub(super) fn text(expr: &Expr) -> Option<String> {
    Some(match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Literal(Literal::Int { value, .. }) => value.to_string(),
        ExprKind::Literal(Literal::Float { text, .. }) => text.clone(),
        ExprKind::Literal(Literal::Bool(value)) => value.to_string(),
        ExprKind::Member(object, member) => format!("{}.{}", text(object)?, member.name),
        ExprKind::Index(array, index) => format!("{}[{}]", text(array)?, text(index)?),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", text(left)?, text(right)?),
        ExprKind::Unary(crate::ast::UnaryOp::Minus, inner) => format!("-{}", text(inner)?),
        ExprKind::Cast(ty, dims, inner) if dims.is_empty() => {
            format!("({:?}){}", ty_text(ty), text(inner)?)
        }
        ExprKind::Construct(ty, args) => {
            let args: Option<Vec<String>> = args.iter().map(text).collect();
            format!("{:?}({})", ty_text(ty), args?.join(", "))
        }
        _ => return None,
    })
}

fn ty_text(ty: &crate::ast::Type) -> String {
    use crate::ast::TypeKind;
    match &ty.kind {
        TypeKind::Scalar(kind) => kind.keyword().to_owned(),
        TypeKind::Vector(kind, columns) => format!("{}{columns}", kind.keyword()),
        TypeKind::Matrix(kind, rows, columns) => format!("{}{rows}x{columns}", kind.keyword()),
        TypeKind::Named(name) => name.clone(),
        TypeKind::Void | TypeKind::Object(..) | TypeKind::Inline(_) => String::new(),
    }
}

/// The number of dimensions that a place still lacks to be one object.
pub(super) fn missing(place: &Place, dims: &[&ArrayDim]) -> usize {
    dims.len().saturating_sub(place.slots.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn span() -> Span {
        Span::new(FileId(0), 0..0)
    }

    #[test]
    fn indices_become_one() {
        let mut place = Place::global("t");
        assert!(matches!(place.flat(&[]), Flat::None));
        place.slots = vec![Slot::Number(2), Slot::Number(1)];
        assert!(matches!(place.flat(&[3, 4]), Flat::Number(9)));
        place.slots[0] = Slot::Dynamic;
        place.indices = vec![Expr::name("i", span())];
        let Flat::Dynamic(flat) = place.flat(&[3, 4]) else { panic!("i is no constant") };
        assert_eq!(text(&flat).as_deref(), Some("((i Mul 4) Add 1)"));
    }

    #[test]
    fn what_has_effects_is_not_the_same() {
        let name = |it: &str| Expr::name(it, span());
        assert!(is_same(&name("a"), &name("a")));
        assert!(!is_same(&name("a"), &name("b")));
        let call = Expr::new(
            ExprKind::Call(crate::ast::Ident { name: "f".to_owned(), span: span() }, Vec::new()),
            span(),
        );
        assert!(!is_same(&call, &call));
    }
}
