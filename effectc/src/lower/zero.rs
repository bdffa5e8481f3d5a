//! Values that are 0 in every part.

use std::collections::HashMap;

use crate::ast::{
    self, ArrayDim, Expr, ExprKind, Item, Literal, StructDef, Type, TypeKind, Typedef, Variable,
};
use crate::source::Span;

/// How deep structures may stand in each other.
const MAX_DEPTH: u32 = 64;

/// Knows the types of a unit.
#[derive(Debug)]
pub(super) struct Zeros {
    structs: HashMap<String, StructDef>,
    typedefs: HashMap<String, Typedef>,
    /// Most numbers that a value may have when it is written out.
    max_numbers: u64,
}

impl Zeros {
    /// Values of at most `max_numbers` numbers.
    pub(super) fn new(tree: &ast::Effect, max_numbers: u64) -> Self {
        let mut zeros = Self { structs: HashMap::new(), typedefs: HashMap::new(), max_numbers };
        for item in &tree.items {
            match item {
                Item::Struct(def) => {
                    if let Some(name) = &def.name {
                        zeros.structs.insert(name.name.clone(), def.clone());
                    }
                }
                Item::Typedef(typedef) => {
                    zeros.typedefs.insert(typedef.name.name.clone(), typedef.clone());
                }
                _ => {}
            }
        }
        zeros
    }

    /// A value for a variable; none for objects, for what is too large, and where the size is not known.
    pub(super) fn of_variable(&self, variable: &Variable) -> Option<Expr> {
        Some(self.counted(variable)?.0)
    }

    /// The value and how many numbers it has.
    pub(super) fn counted(&self, variable: &Variable) -> Option<(Expr, u64)> {
        self.of_array(&variable.array, &variable.ty, variable.name.span, MAX_DEPTH)
    }

    /// The value and how many numbers it has.
    fn of_array(
        &self,
        dims: &[ArrayDim],
        ty: &Type,
        span: Span,
        depth: u32,
    ) -> Option<(Expr, u64)> {
        let Some((dim, inner)) = dims.split_first() else { return self.of(ty, span, depth) };
        let ExprKind::Literal(Literal::Int { value: count, .. }) = dim.size.as_ref()?.kind else {
            return None;
        };
        let (element, numbers) = self.of_array(inner, ty, span, depth.checked_sub(1)?)?;
        let numbers = numbers.checked_mul(count).filter(|it| *it <= self.max_numbers)?;
        let elements = vec![element; usize::try_from(count).ok()?];
        Some((Expr::new(ExprKind::Braces(elements), span), numbers))
    }

    fn of(&self, ty: &Type, span: Span, depth: u32) -> Option<(Expr, u64)> {
        let depth = depth.checked_sub(1)?;
        match &ty.kind {
            TypeKind::Scalar(kind) if *kind == ast::ScalarKind::String => None,
            TypeKind::Scalar(_) => Some((cast(ty, span), 1)),
            TypeKind::Vector(_, columns) => Some((cast(ty, span), u64::from(*columns))),
            TypeKind::Matrix(_, rows, columns) => {
                Some((cast(ty, span), u64::from(*rows) * u64::from(*columns)))
            }
            TypeKind::Named(name) => match (self.structs.get(name), self.typedefs.get(name)) {
                (Some(def), _) => self.of_struct(def, span, depth),
                (None, Some(typedef)) => self.of_array(&typedef.array, &typedef.ty, span, depth),
                (None, None) => None,
            },
            TypeKind::Inline(def) => self.of_struct(def, span, depth),
            TypeKind::Void | TypeKind::Object(..) => None,
        }
    }

    fn of_struct(&self, def: &StructDef, span: Span, depth: u32) -> Option<(Expr, u64)> {
        if !def.bases.is_empty() {
            return None;
        }
        let mut numbers = 0_u64;
        let mut fields = Vec::new();
        for field in &def.fields {
            let (value, count) = self.of_array(&field.array, &field.ty, span, depth)?;
            numbers = numbers.checked_add(count).filter(|it| *it <= self.max_numbers)?;
            fields.push(value);
        }
        Some((Expr::new(ExprKind::Braces(fields), span), numbers))
    }
}

/// `(T)0`.
fn cast(ty: &Type, span: Span) -> Expr {
    Expr::new(ExprKind::Cast(ty.clone(), Vec::new(), Box::new(Expr::uint(0, span))), span)
}
