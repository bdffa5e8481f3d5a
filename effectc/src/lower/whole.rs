//! Matrices that SPIR-V has not: of whole numbers and of truth values (`int3x3`, `bool4x4`, and what `m < n` gives), and
//! those of one row or column (`float1x3`).
//!
//! SPIR-V has matrices of fractions only, of 2 to 4 rows and columns. So each such type is a structure with its rows here, `struct fx_int3x3 { int3
//! rows[3]; };`, and whatever is done with its values is done by functions, element by element.

mod function;
mod operation;

use crate::hash::HashSet;
use std::collections::BTreeSet;

use crate::ast::{
    Effect, Expr, ExprKind, Item, ScalarKind, StructDef, StructKind, Type, TypeKind, Variable, walk,
};
use crate::check::symbols::Symbols;
use crate::lower::code::{Code, vector};
use crate::lower::helper::Helpers;
use crate::lower::made;
use crate::lower::rewrite::Rewrite;
use crate::lower::shape::Shape as Parts;
use crate::lower::unit::Unit;
use crate::types::{Kind, Number, Shape, Ty};

/// The rows in the structure that stands for a matrix.
pub(super) const ROWS: &str = "rows";

/// The type that stands for a matrix.
pub(super) fn type_name(number: Number) -> String {
    format!("fx@{number}")
}

/// Whether a type is one of these matrices.
pub(super) fn is_whole(ty: &Ty) -> bool {
    ty.number().is_some_and(is_structure)
}

/// Whether a structure stands for a number.
pub(super) fn is_structure(number: Number) -> bool {
    match number.shape {
        Shape::Matrix(rows, columns) => !number.kind.is_fractional() || rows.min(columns) == 1,
        Shape::Scalar | Shape::Vector(_) => false,
    }
}

/// The number that a written type is, if a structure stands for it.
fn of_written(kind: &TypeKind) -> Option<Number> {
    let TypeKind::Matrix(scalar, rows, columns) = kind else { return None };
    let number = Number { kind: Kind::of(*scalar)?, shape: Shape::Matrix(*rows, *columns) };
    Some(number).filter(|it| is_structure(*it))
}

/// Whether a function that is made writes its first argument.
pub(super) fn writes(function: &str) -> bool {
    ["assign", "increment", "decrement"]
        .iter()
        .any(|it| function.strip_prefix(made::PREFIX).is_some_and(|name| name.starts_with(it)))
}

/// Lets structures stand for such matrices in a whole unit, whose expressions have their types. Gives how many of these
/// structures stand before all else.
pub(super) fn replace(unit: &mut Unit<'_>, helpers: &mut Helpers) -> usize {
    if !unit.has(Rewrite::MatrixArithmetic) {
        return 0;
    }
    let functions = function_names(&unit.tree);
    let mut replacing = Replacing { helpers, functions, used: BTreeSet::new() };
    unit.tree.items.iter_mut().for_each(|it| walk::item(it, &mut replacing));
    let used = replacing.used;
    let count = used.len();
    if let Some(span) = unit.tree.items.first().map(Item::span) {
        let structs = used
            .into_iter()
            .map(|(kind, rows, columns)| structure(Code { span }, kind, rows, columns));
        unit.tree.items.splice(0..0, structs);
    }
    count
}

fn function_names(tree: &Effect) -> HashSet<String> {
    let functions = tree.items.iter().filter_map(|it| match it {
        Item::Function(function) => Some(function.name.name.clone()),
        _ => None,
    });
    functions.collect()
}

/// `struct fx_int3x3 { int3 rows[3]; };`
fn structure(code: Code, kind: Kind, rows: u8, columns: u8) -> Item {
    let mut field = code.variable(vector(kind.scalar(), columns), ROWS);
    field.array.push(code.dim(u32::from(rows)));
    let number = Number { kind, shape: Shape::Matrix(rows, columns) };
    Item::Struct(StructDef {
        kind: StructKind::Struct,
        name: Some(code.ident(type_name(number))),
        bases: Vec::new(),
        fields: vec![field],
        methods: Vec::new(),
        span: code.span,
    })
}

struct Replacing<'r> {
    helpers: &'r mut Helpers,
    /// The effect's own functions.
    functions: HashSet<String>,
    /// Kind, rows and columns of the types that are used.
    used: BTreeSet<(Kind, u8, u8)>,
}

impl Replacing<'_> {
    fn use_type(&mut self, number: Number) {
        if let Shape::Matrix(rows, columns) = number.shape
            && is_structure(number)
        {
            self.used.insert((number.kind, rows, columns));
        }
    }
}

impl walk::Visitor for Replacing<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        self.replace(expr);
        if let Some(number) = expr.ty.number() {
            self.use_type(number);
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let Some(number) = of_written(&ty.kind) {
            self.use_type(number);
            ty.kind = TypeKind::Named(type_name(number));
        }
    }
}

/// Puts what stands in braces for such a matrix into braces for the structure: `{ { int2(1, 2), int2(3, 4) } }`.
pub(super) fn regroup(variable: &mut Variable, symbols: &Symbols<'_>) {
    let Some(init) = &mut variable.init else { return };
    if !matches!(init.kind, ExprKind::Braces(_)) {
        return;
    }
    if let Some(parts) = Parts::of(&variable.ty, &variable.array, symbols) {
        regroup_value(init, &parts);
    }
}

fn regroup_value(value: &mut Expr, shape: &Parts) {
    let span = value.span;
    match (&mut value.kind, shape) {
        (ExprKind::Braces(parts), Parts::Array(element, _)) => {
            parts.iter_mut().for_each(|it| regroup_value(it, element));
        }
        (ExprKind::Braces(parts), Parts::Struct(_, fields)) => {
            let pairs = parts.iter_mut().zip(fields);
            pairs.for_each(|(it, (_, field))| regroup_value(it, field));
        }
        (
            ExprKind::Braces(parts) | ExprKind::Construct(_, parts),
            Parts::Matrix(kind, rows, columns),
        ) => {
            let Some(number) = of_written(&TypeKind::Matrix(*kind, *rows, *columns)) else {
                return;
            };
            let is_number = |it: &Expr| it.ty.number().is_some_and(|it| it.shape == Shape::Scalar);
            let parts = std::mem::take(parts);
            if parts.len() == usize::from(*rows) * usize::from(*columns)
                && parts.iter().all(is_number)
            {
                value.kind = ExprKind::Braces(vec![rows_of(parts, *kind, *columns, Code { span })]);
            } else {
                value.kind = ExprKind::Construct(number.written(span), parts);
                value.ty = number.into();
            }
        }
        _ => {}
    }
}

/// `{ int2(1, 2), int2(3, 4) }`
fn rows_of(mut numbers: Vec<Expr>, kind: ScalarKind, columns: u8, code: Code) -> Expr {
    let mut rows = Vec::new();
    while !numbers.is_empty() {
        let rest = numbers.split_off(usize::from(columns).min(numbers.len()));
        rows.push(code.construct(vector(kind, columns), numbers));
        numbers = rest;
    }
    code.expr(ExprKind::Braces(rows))
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn structures_stand_for_matrices_of_whole_numbers() {
        check(
            "static const int2x2 K = { 1, 2, 3, 4 }; int3x3 G; int2x2 f(int2x2 m) { return m + K; }",
            "int2x2 a = f(K) * 2; a[1][0] = 5; a._m01 += U; float2x2 b = a; bool2x2 c = a < K; \
             Output[0] = b[0].xyxy + a[U].x + mul(K, a)._12 + any(c) + G[1].y + a._11_22.xyxy;",
            &[
                "struct fx_bool2x2",
                "struct fx_int2x2",
                "int2 rows[2];",
                "static const fx_int2x2 K = { { int2(1, 2), int2(3, 4) } };",
                "int3 G[3];",
                "fx_int2x2 f(fx_int2x2 m)",
                "return fx_add_int2x2_int2x2(m, K);",
                "a.rows[1][0] = 5;",
                "float2x2 b = fx_to_int2x2_float2x2(a);",
                "fx_bool2x2 c = fx_less_int2x2_int2x2(a, K);",
            ],
        );
    }
}
