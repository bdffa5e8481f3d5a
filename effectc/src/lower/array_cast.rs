//! Casts to and from arrays and structures: `(float[3])v`, `(float4)a`, `(S)v`.
//!
//! fxc takes the numbers of the one for those of the other, in order. The HLSL compiler has no such casts, so a function
//! does it.

use std::collections::BTreeMap;

use crate::ast::{
    ArrayDim, Block, Expr, ExprKind, Function, Ident, Item, Modifiers, ScalarKind, Stmt, StmtKind,
    Type, TypeKind, Typedef, Variable,
};
use crate::check::symbols::Symbols;
use crate::lower::shape::Shape;
use crate::source::Span;
use crate::types::{Kind, Ty};

/// The functions for casts and for initialisers, by name, each with the types that it needs before it.
#[derive(Debug, Default)]
pub(super) struct ArrayCasts {
    items: BTreeMap<String, Vec<Item>>,
}

impl ArrayCasts {
    /// The functions and their types.
    pub(super) fn take_items(&mut self) -> impl Iterator<Item = Item> {
        std::mem::take(&mut self.items).into_values().flatten()
    }

    /// A cast to or from an array or a structure calls a function.
    pub(super) fn call(&mut self, expr: &mut Expr, symbols: &Symbols<'_>) {
        let ExprKind::Cast(ty, dims, value) = &expr.kind else { return };
        let Some(to) = Shape::of(ty, dims, symbols) else { return };
        let Some(from) = source_shape(value, &to, symbols) else { return };
        let is_compound = |it: &Shape| matches!(it, Shape::Array(..) | Shape::Struct(..));
        let is_known = match (&from, &to) {
            // `(S)0`
            (Shape::Scalar(kind), Shape::Struct(..)) => {
                matches!(value.kind, ExprKind::Literal(_))
                    || !to.kinds().iter().any(|it| is_cut(*kind, *it))
            }
            _ => from == to || !(is_compound(&to) || is_compound(&from)),
        };
        if is_known {
            return;
        }
        let span = expr.span;
        let name = format!("fx@cast_{}_{}", label(&from), label(&to));
        if !self.items.contains_key(&name) {
            let from = std::slice::from_ref(&from);
            let Some(items) = definition(&name, from, &to, span) else { return };
            self.items.insert(name.clone(), items);
        }
        let value = value.as_ref().clone();
        expr.kind = ExprKind::Call(Ident { name, span }, vec![value]);
    }

    /// The numbers of several values as one of another shape, each value evaluated once: a function takes them. None
    /// where they are not as many.
    pub(super) fn gather(
        &mut self,
        values: Vec<(Expr, Shape)>,
        to: &Shape,
        span: Span,
    ) -> Option<Expr> {
        let (values, from): (Vec<Expr>, Vec<Shape>) = values.into_iter().unzip();
        let labels: Vec<String> = from.iter().map(label).collect();
        let name = format!("fx@gather_{}_{}", labels.join("_"), label(to));
        if !self.items.contains_key(&name) {
            let items = definition(&name, &from, to, span)?;
            self.items.insert(name.clone(), items);
        }
        Some(Expr::new(ExprKind::Call(Ident { name, span }, values), span))
    }
}

/// The shape of what is cast. Of an array only the number of its dimensions is known; it has as many elements
/// as are needed.
fn source_shape(value: &Expr, to: &Shape, symbols: &Symbols<'_>) -> Option<Shape> {
    match &value.ty {
        Ty::Array(element, None) => {
            let element = Shape::of_value(element, value.span, symbols)?;
            let count = to.count()?.div_ceil(element.count().filter(|it| *it > 0)?);
            Some(Shape::Array(Box::new(element), count))
        }
        ty => Shape::of_value(ty, value.span, symbols),
    }
}

/// A name for a shape: `float3`, `float_4` for an array of four.
fn label(shape: &Shape) -> String {
    match shape {
        Shape::Scalar(kind) => kind.keyword().to_owned(),
        Shape::Vector(kind, columns) => format!("{}{columns}", kind.keyword()),
        Shape::Matrix(kind, rows, columns) => format!("{}{rows}x{columns}", kind.keyword()),
        Shape::Array(element, count) => format!("{}_{count}", label(element)),
        Shape::Struct(name, _) => name.clone(),
    }
}

/// The type of a shape without its arrays, and these.
fn written(shape: &Shape, span: Span) -> (Type, Vec<ArrayDim>) {
    let kind = match shape {
        Shape::Array(element, count) => {
            let (ty, mut dims) = written(element, span);
            dims.insert(0, ArrayDim { size: Some(Expr::uint(*count as u64, span)), span });
            return (ty, dims);
        }
        Shape::Scalar(kind) => TypeKind::Scalar(*kind),
        Shape::Vector(kind, columns) => TypeKind::Vector(*kind, *columns),
        Shape::Matrix(kind, rows, columns) => TypeKind::Matrix(*kind, *rows, *columns),
        Shape::Struct(name, _) => TypeKind::Named(name.clone()),
    };
    (Type { kind, span }, Vec::new())
}

/// `typedef float fx_float_3[3];  fx_float_3 fx_cast_float3_float_3(float3 value0) { float result[3]; .. return result; }`
/// None where there are too few numbers.
fn definition(name: &str, from: &[Shape], to: &Shape, span: Span) -> Option<Vec<Item>> {
    let ident = |name: &str| Ident { name: name.to_owned(), span };
    let variable = |name: &str, shape: &Shape| {
        let (ty, dims) = written(shape, span);
        let mut variable = Variable::new(ty, ident(name));
        variable.array = dims;
        variable
    };
    let statement = |kind| Stmt { attributes: Vec::new(), kind, span };
    let targets = to.numbers(&Expr::name("fx@result", span));
    let values = || (0..from.len()).map(|it| format!("fx@value{it}"));
    let sources = from
        .iter()
        .zip(values())
        .flat_map(|(it, name)| it.numbers(&Expr::name(name, span)).into_iter().zip(it.kinds()));
    let mut sources: Vec<(Expr, ScalarKind)> = sources.collect();
    // One number is spread.
    if let ([Shape::Scalar(_)], [number]) = (from, sources.as_slice()) {
        sources = vec![number.clone(); targets.len()];
    }
    if sources.len() < targets.len() {
        return None;
    }
    let mut stmts = vec![statement(StmtKind::Declare(vec![variable("fx@result", to)]))];
    for ((target, to), (source, from)) in targets.into_iter().zip(to.kinds()).zip(sources) {
        let source = if is_cut(from, to) { cut(source, from, to) } else { source };
        let assign = ExprKind::Assign(None, Box::new(target), Box::new(source));
        stmts.push(statement(StmtKind::Expr(Expr::new(assign, span))));
    }
    stmts.push(statement(StmtKind::Return(Some(Expr::name("fx@result", span)))));
    let mut items = Vec::new();
    let (ty, array) = written(to, span);
    let return_type = match array.is_empty() {
        true => ty,
        false => {
            // Only by another name can an array be what a function returns.
            let array_name = format!("{name}_result");
            let modifiers = Modifiers::default();
            let typedef = Typedef { modifiers, ty, name: ident(&array_name), array, span };
            items.push(Item::Typedef(typedef));
            Type { kind: TypeKind::Named(array_name), span }
        }
    };
    items.push(Item::Function(Function {
        attributes: Vec::new(),
        modifiers: Modifiers::default(),
        return_type,
        class: None,
        name: ident(name),
        params: from.iter().zip(values()).map(|(it, name)| variable(&name, it)).collect(),
        semantic: None,
        annotations: Vec::new(),
        body: Some(Block { stmts, span }),
        span,
    }));
    Some(items)
}

/// Whether a number loses its fraction.
fn is_cut(from: ScalarKind, to: ScalarKind) -> bool {
    let kinds = Kind::of(from).zip(Kind::of(to));
    kinds.is_some_and(|(from, to)| from.is_fractional() && to.is_whole())
}

/// The conversion as a cast with its types, which [`defined`](super::defined) can do something about.
fn cut(mut source: Expr, from: ScalarKind, to: ScalarKind) -> Expr {
    let span = source.span;
    source.ty = Kind::of(from).map_or(Ty::Unknown, Ty::scalar);
    let ty = Kind::of(to).map_or(Ty::Unknown, Ty::scalar);
    let written = Type { kind: TypeKind::Scalar(to), span };
    Expr::typed(ExprKind::Cast(written, Vec::new(), Box::new(source)), span, ty)
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn casts_take_the_numbers_in_order() {
        check(
            "",
            "float3 v = U; float a[3] = (float[3])v; float3 b = (float3)a; Output[0] = b.xyzz;",
            &[
                "typedef float fx_cast_float3_float_3_result[3];",
                "fx_cast_float3_float_3_result fx_cast_float3_float_3(float3 fx_value0)",
                "fx_result[2] = fx_value0.z;",
                "float3 fx_cast_float_3_float3(float fx_value0[3])",
                "fx_result.x = fx_value0[0];",
                "float a[3] = fx_cast_float3_float_3(v);",
                "float3 b = fx_cast_float_3_float3(a);",
            ],
        );
    }

    #[test]
    fn numbers_that_lose_their_fraction_have_limits() {
        check(
            "struct S { uint a; float b; };",
            "S s = (S)U; s = (S)World[0].xy; int a[2] = (int[2])World[1].xy; S z = (S)0.5; Output[0] = s.a + a[0] + z.b;",
            &[
                "uint fx_float_to_uint(float a) { float inside = a > (float)0 ? (a < (float)4294967296.0 ? a : (float)0) : (float)0; return a >= (float)4294967296.0 ? (uint)4294967295u : (uint)inside; }",
                "fx_result.a = fx_float_to_uint(fx_value0.x);",
                "fx_result[1] = fx_float_to_int(fx_value0.y);",
                "fx_result.a = fx_float_to_uint(fx_value0);",
                "fx_result.b = fx_value0;",
                "S s = fx_cast_float_S(U);",
                "S z = (S)0.5;",
            ],
        );
    }
}
