//! Values that are 0 in every part.

use crate::hash::HashMap;

use crate::ast::{
    self, ArrayDim, BinaryOp, Block, Expr, ExprKind, ForInit, Item, Literal, Stmt, StmtKind,
    StructDef, Type, TypeKind, Typedef, Variable,
};
use crate::lower::code::Code;
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
        let mut zeros =
            Self { structs: HashMap::default(), typedefs: HashMap::default(), max_numbers };
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

    /// Statements that write 0 to every part of a variable, in loops; none for objects, and where a size is not known.
    pub(super) fn fill(&self, variable: &Variable) -> Option<Vec<Stmt>> {
        let code = Code { span: variable.name.span };
        let place = code.name(variable.name.name.as_str());
        let mut stmts = Vec::new();
        self.fill_array(place, &variable.array, &variable.ty, MAX_DEPTH, &mut stmts)?;
        Some(stmts)
    }

    fn fill_array(
        &self,
        place: Expr,
        dims: &[ArrayDim],
        ty: &Type,
        depth: u32,
        stmts: &mut Vec<Stmt>,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let code = Code { span: place.span };
        let Some((dim, inner)) = dims.split_first() else {
            return self.fill_value(place, ty, depth, stmts);
        };
        let size = dim.size.clone()?;
        // Inner loops have names of their own.
        let name = format!("fx@zero{depth}");
        let index = || code.name(name.as_str());
        let mut counter = code.variable(TypeKind::Scalar(ast::ScalarKind::Uint), name.as_str());
        counter.init = Some(code.uint(0));
        let element = ExprKind::Index(Box::new(place), Box::new(index()));
        let mut body = Vec::new();
        self.fill_array(code.expr(element), inner, ty, depth, &mut body)?;
        let step = ExprKind::Unary(ast::UnaryOp::PostIncrement, Box::new(index()));
        stmts.push(code.stmt(StmtKind::For {
            init: ForInit::Declare(vec![counter]),
            condition: Some(Box::new(code.binary(BinaryOp::Less, index(), size))),
            step: Some(Box::new(code.expr(step))),
            body: Box::new(code.stmt(StmtKind::Block(Block { stmts: body, span: code.span }))),
        }));
        Some(())
    }

    fn fill_value(&self, place: Expr, ty: &Type, depth: u32, stmts: &mut Vec<Stmt>) -> Option<()> {
        let code = Code { span: place.span };
        let def = match &ty.kind {
            TypeKind::Named(name) => match (self.structs.get(name), self.typedefs.get(name)) {
                (Some(def), _) => def,
                (None, Some(it)) => {
                    return self.fill_array(place, &it.array, &it.ty, depth, stmts);
                }
                (None, None) => return None,
            },
            TypeKind::Inline(def) => def,
            _ => {
                let (zero, _) = self.of(ty, place.span, depth)?;
                stmts.push(code.assign(place, zero));
                return Some(());
            }
        };
        if !def.bases.is_empty() {
            return None;
        }
        for field in &def.fields {
            let part = code.member(place.clone(), &field.name.name);
            self.fill_array(part, &field.array, &field.ty, depth, stmts)?;
        }
        Some(())
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
        // An element without parts is written out as well.
        let written = numbers.max(1).checked_mul(count).filter(|it| *it <= self.max_numbers);
        let elements = vec![element; usize::try_from(written.and(Some(count))?).ok()?];
        let numbers = numbers.saturating_mul(count);
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
