//! Constants that the HLSL compiler is not to compute with.
//!
//! glslang folds `%` and `fmod` of floats, comparisons of vectors and `any` wrongly (see `constant`). What [`constant`]
//! can compute is a number by now; what is left has names of constants in it - `const` locals, to which arguments of
//! `CompileShader` belong, elements of arrays, members of structs. One operand then goes through a function, which is
//! no constant for glslang, and the optimiser computes the rest as it should.
//!
//! [`constant`]: super::constant

use crate::hash::HashSet;

use crate::ast::parts::read;
use crate::ast::walk::{self, Visitor};
use crate::ast::{BinaryOp, Expr, ExprKind, Item, ModifierKind, UnaryOp, Variable};
use crate::lower::convert;
use crate::lower::helper::Helpers;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::types::{Number, Shape};

/// How names of the functions begin.
const PREFIX: &str = "fx@variable_";

/// Hides operands of what would be folded wrongly. The unit's locals must have been numbered.
pub(super) fn hide(unit: &mut Unit<'_>, helpers: &mut Helpers) {
    if !unit.has(Rewrite::ConstantFolding) {
        return;
    }
    let mut found = Found::default();
    unit.tree.items.iter_mut().for_each(|it| found.item(it));
    let known = found;
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| known.hide(expr, helpers));
    }
}

/// Names of constants and functions.
#[derive(Debug, Default)]
struct Found {
    constants: HashSet<String>,
    functions: HashSet<String>,
}

impl Found {
    fn item(&mut self, item: &mut Item) {
        if let Item::Function(function) = item {
            self.functions.insert(function.name.name.clone());
        }
        walk::item(item, self);
    }

    fn hide(&self, expr: &mut Expr, helpers: &mut Helpers) {
        let Some(operand) = folded_wrongly(expr) else { return };
        let Some(number) = operand.ty.number() else { return };
        if !self.is_constant(expr) {
            return;
        }
        let name = format!("{PREFIX}{number}");
        helpers.add(&name, || format!("{number} {name}({number} a) {{ return a; }}"));
        if let Some(operand) = folded_wrongly_mut(expr) {
            let span = operand.span;
            *operand = convert::call(&name, vec![operand.take()], span, number);
        }
    }

    /// Whether glslang may take an expression for a constant.
    fn is_constant(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Name(name) => self.constants.contains(name),
            ExprKind::Call(function, _) => {
                let name = function.name.as_str();
                !self.functions.contains(name)
                    && !name.starts_with(PREFIX)
                    && self.has_constants(expr)
            }
            ExprKind::Unary(
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                _,
            )
            | ExprKind::Assign(..)
            | ExprKind::Method(..) => false,
            _ => self.has_constants(expr),
        }
    }

    fn has_constants(&self, expr: &Expr) -> bool {
        let mut is_constant = true;
        read::operands(expr, &mut |it| is_constant = is_constant && self.is_constant(it));
        is_constant
    }
}

impl Visitor for Found {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn declare(&mut self, variable: &mut Variable) {
        if variable.modifiers.has(ModifierKind::Const) && variable.init.is_some() {
            self.constants.insert(variable.name.name.clone());
        }
    }
}

/// The operand to hide of an expression that glslang folds wrongly. Whole numbers are folded rightly, and stay
/// constants for the labels of a `switch`.
fn folded_wrongly(expr: &Expr) -> Option<&Expr> {
    let operand = match &expr.kind {
        ExprKind::Binary(_, left, _) => left,
        ExprKind::Call(_, args) => args.first()?,
        _ => return None,
    };
    is_folded_wrongly(expr).then_some(operand)
}

fn folded_wrongly_mut(expr: &mut Expr) -> Option<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Binary(_, left, _) => Some(left),
        ExprKind::Call(_, args) => args.first_mut(),
        _ => None,
    }
}

fn is_folded_wrongly(expr: &Expr) -> bool {
    let is_wide = |it: Number| it.shape != Shape::Scalar;
    let has = |it: &Expr, test: &dyn Fn(Number) -> bool| it.ty.number().is_some_and(test);
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Rem, left, right) => {
            [left, right].iter().any(|it| has(it, &|it| it.kind.is_fractional()))
        }
        ExprKind::Binary(
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual,
            left,
            right,
        ) => [left, right].iter().any(|it| has(it, &is_wide)),
        ExprKind::Call(function, args) => match (function.name.as_str(), args.as_slice()) {
            ("fmod", [_, _]) => true,
            ("any" | "all", [value]) => has(value, &is_wide),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn only_what_is_folded_wrongly_is_hidden() {
        check(
            "static const float A[2] = { 7.5, 3 };",
            "const float c = 7.5; const int n = 7; float v = U; Output[0] = c % 2; Output[1] = v % 2; \
             Output[2] = A[1] % A[0]; Output[3] = n < 8 && c < 8; switch (n) { case n: break; }",
            &[
                "const float c = 7.5;",
                "Output[0] = fx_variable_float(c) % 2;",
                "Output[1] = v % 2;",
                "Output[2] = 3.0;",
                "Output[3] = (float4)(n < 8 && c < 8);",
            ],
        );
    }
}
