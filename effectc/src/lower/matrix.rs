//! Rewrites for what the HLSL compiler gets wrong on matrices.

use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, Function, Ident, Modifiers, ScalarKind, Stmt, StmtKind, Type,
    TypeKind, Variable,
};
use crate::lower::body::Helpers;
use crate::lower::scope::Scope;
use crate::source::Span;

/// `m._41_42_43` becomes `float3(m._41, m._42, m._43)`: glslang makes invalid SPIR-V of the former as a value.
pub(super) fn spell_out_swizzle(expr: &mut Expr, scope: &Scope<'_, '_>) {
    let ExprKind::Member(object, member) = &expr.kind else { return };
    let Some(parts) = matrix_swizzle(&member.name) else { return };
    let kind = match scope.type_of(object) {
        Some(ty) => match ty.matrix() {
            Some((kind, ..)) => kind,
            None => return,
        },
        None => ScalarKind::Float,
    };
    let Some(columns) = u8::try_from(parts.len()).ok().filter(|it| (2..=4).contains(it)) else {
        return;
    };
    let span = expr.span;
    let args = parts
        .into_iter()
        .map(|part| {
            let name = Ident { name: part, span: member.span };
            Expr::new(ExprKind::Member(object.clone(), name), span)
        })
        .collect();
    let ty = Type { kind: TypeKind::Vector(kind, columns), span };
    expr.kind = ExprKind::Construct(ty, args);
}

/// Splits `_41_42` or `_m30_m31`; none for anything else.
fn matrix_swizzle(member: &str) -> Option<Vec<String>> {
    let parts: Vec<String> = member
        .strip_prefix('_')?
        .split('_')
        .map(|part| {
            let (digits, low) = match part.strip_prefix('m') {
                Some(digits) => (digits, b'0'),
                None => (part, b'1'),
            };
            let fits = |it: u8| (low..low + 4).contains(&it);
            (digits.len() == 2 && digits.bytes().all(fits)).then(|| format!("_{part}"))
        })
        .collect::<Option<_>>()?;
    (parts.len() >= 2).then_some(parts)
}

/// What a helper does with two matrices, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowFunction {
    /// `lerp(a, b, t)` with a number `t`.
    Lerp,
    /// `lerp(a, b, t)` with a matrix `t`.
    LerpByMatrix,
    /// `a * b`, which HLSL means component by component.
    Multiply,
    /// `a / b`.
    Divide,
}

/// A helper function for matrices of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowHelper {
    function: RowFunction,
    rows: u8,
    columns: u8,
}

/// `lerp(a, b, t)` of matrices calls a helper: glslang makes an invalid `FMix` of it.
pub(super) fn call_lerp_helper(expr: &mut Expr, scope: &Scope<'_, '_>, helpers: &mut Helpers) {
    let ExprKind::Call(called, args) = &mut expr.kind else { return };
    if called.name != "lerp" || args.len() != 3 || scope.has_function("lerp") {
        return;
    }
    let matrix = |it: &Expr| scope.type_of(it)?.matrix();
    let Some((_, rows, columns)) = args[..2].iter().find_map(matrix) else { return };
    let function = match matrix(&args[2]) {
        Some(_) => RowFunction::LerpByMatrix,
        None => RowFunction::Lerp,
    };
    let helper = RowHelper { function, rows, columns };
    helpers.matrices.insert(helper);
    called.name = helper.name();
}

/// `a * b` and `a / b` of two matrices call a helper: glslang takes the former for the matrix product.
pub(super) fn call_product_helper(expr: &mut Expr, scope: &Scope<'_, '_>, helpers: &mut Helpers) {
    let (op, left, right) = match &expr.kind {
        ExprKind::Binary(op, left, right) | ExprKind::Assign(Some(op), left, right) => {
            (*op, left, right)
        }
        _ => return,
    };
    let function = match op {
        BinaryOp::Mul => RowFunction::Multiply,
        BinaryOp::Div => RowFunction::Divide,
        _ => return,
    };
    let matrix = |it: &Expr| scope.type_of(it)?.matrix();
    let known = |it: &Expr| scope.type_of(it).is_some();
    let is_vector = |it: &Expr| scope.type_of(it).is_some_and(|it| it.is_vector());
    let (rows, columns) = match (matrix(left), matrix(right)) {
        (Some((_, rows, columns)), Some(_)) => (rows, columns),
        (Some(_), None) if !known(right) => return helpers.unclear(right),
        (None, Some(_)) if !known(left) => return helpers.unclear(left),
        (Some(_), None) if is_vector(right) => return helpers.no_product(expr),
        (None, Some(_)) if is_vector(left) => return helpers.no_product(expr),
        _ => return,
    };
    let helper = RowHelper { function, rows, columns };
    helpers.matrices.insert(helper);
    let name = Ident { name: helper.name(), span: expr.span };
    let args = vec![left.as_ref().clone(), right.as_ref().clone()];
    let call = Expr::new(ExprKind::Call(name, args), expr.span);
    expr.kind = match &expr.kind {
        ExprKind::Assign(_, target, _) => ExprKind::Assign(None, target.clone(), Box::new(call)),
        _ => call.kind,
    };
}

impl RowHelper {
    fn name(self) -> String {
        let Self { rows, columns, .. } = self;
        match self.function {
            RowFunction::Lerp => format!("fx_lerp{rows}x{columns}"),
            RowFunction::LerpByMatrix => format!("fx_lerp{rows}x{columns}_by_matrix"),
            RowFunction::Multiply => format!("fx_multiply{rows}x{columns}"),
            RowFunction::Divide => format!("fx_divide{rows}x{columns}"),
        }
    }

    /// The function: `float2x2 fx_multiply2x2(float2x2 a, float2x2 b) { return float2x2(a[0] * b[0], a[1] * b[1]); }`.
    pub(super) fn definition(self, span: Span) -> Function {
        let kind = TypeKind::Matrix(ScalarKind::Float, self.rows, self.columns);
        let ty = || Type { kind: kind.clone(), span };
        let ident = |name: &str| Ident { name: name.to_owned(), span };
        let rows = (0..self.rows).map(|row| {
            let row_of = |name: &str| {
                let index = Expr::uint(u64::from(row), span);
                let matrix = Expr::name(name, span);
                Expr::new(ExprKind::Index(Box::new(matrix), Box::new(index)), span)
            };
            let binary = |op| ExprKind::Binary(op, Box::new(row_of("a")), Box::new(row_of("b")));
            let lerp = |by: Expr| ExprKind::Call(ident("lerp"), vec![row_of("a"), row_of("b"), by]);
            let kind = match self.function {
                RowFunction::Lerp => lerp(Expr::name("t", span)),
                RowFunction::LerpByMatrix => lerp(row_of("t")),
                RowFunction::Multiply => binary(BinaryOp::Mul),
                RowFunction::Divide => binary(BinaryOp::Div),
            };
            Expr::new(kind, span)
        });
        let value = Expr::new(ExprKind::Construct(ty(), rows.collect()), span);
        let mut params = vec![Variable::new(ty(), ident("a")), Variable::new(ty(), ident("b"))];
        match self.function {
            RowFunction::Lerp => {
                let float = Type { kind: TypeKind::Scalar(ScalarKind::Float), span };
                params.push(Variable::new(float, ident("t")));
            }
            RowFunction::LerpByMatrix => params.push(Variable::new(ty(), ident("t"))),
            RowFunction::Multiply | RowFunction::Divide => {}
        }
        let body = Stmt { attributes: Vec::new(), kind: StmtKind::Return(Some(value)), span };
        Function {
            attributes: Vec::new(),
            modifiers: Modifiers::default(),
            return_type: ty(),
            class: None,
            name: ident(&self.name()),
            params,
            semantic: None,
            annotations: Vec::new(),
            body: Some(Block { stmts: vec![body], span }),
            span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_of_matrices_are_told_from_names() {
        let split = |it: &str| matrix_swizzle(it).map(|it| it.join(" "));
        assert_eq!(split("_41_42_43").as_deref(), Some("_41 _42 _43"));
        assert_eq!(split("_m30_m31").as_deref(), Some("_m30 _m31"));
        assert_eq!(split("_41"), None);
        assert_eq!(split("_45_41"), None);
        assert_eq!(split("xyz"), None);
        assert_eq!(split("_m34_m00"), None);
    }
}
