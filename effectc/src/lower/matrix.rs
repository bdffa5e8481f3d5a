//! Rewrites for what the HLSL compiler gets wrong on matrices.

use std::fmt::Write as _;

use crate::ast::{BinaryOp, Expr, ExprKind, Ident};
use crate::lower::convert::{self, exactly, is_plain};
use crate::lower::helper::Helpers;
use crate::lower::whole;
use crate::types::{Kind, Number, Shape, Ty, matrix_components};

/// `m._41_42_43` becomes `float3(m._41, m._42, m._43)`: glslang makes invalid SPIR-V of the former as a value. What is
/// no variable is evaluated once, as the argument of a helper.
pub(super) fn spell_out_swizzle(expr: &mut Expr, helpers: &mut Helpers) {
    let ExprKind::Member(object, member) = &mut expr.kind else { return };
    if object.ty.matrix().is_none() && !object.ty.is_unknown() {
        return;
    }
    let Some(parts) = matrix_components(&member.name).filter(|it| it.len() >= 2) else { return };
    let (kind, rows, columns) = object.ty.matrix().unwrap_or((Kind::Float, 4, 4));
    let span = expr.span;
    let ty = Number::vector(kind, u8::try_from(parts.len()).unwrap_or(4));
    // As the user spells them.
    let names = member.name.split('_').skip(1);
    if !is_plain(object) {
        let matrix = Number { kind, shape: Shape::Matrix(rows, columns) };
        let helper = format!("fx@swizzle_{matrix}{}", member.name);
        helpers.add(&helper, || {
            let parts = names.map(|it| format!("m._{it}")).collect::<Vec<_>>().join(", ");
            format!("{ty} {helper}({matrix} m) {{ return {ty}({parts}); }}")
        });
        *expr = convert::call(&helper, vec![object.take()], span, ty);
        return;
    }
    let args = names.map(|name| {
        let name = Ident { name: format!("_{name}"), span: member.span };
        Expr::typed(ExprKind::Member(object.clone(), name), span, Ty::scalar(kind))
    });
    let args = args.collect();
    *expr = Expr::typed(ExprKind::Construct(ty.written(span), args), span, ty);
}

/// Functions that HLSL applies to each element, and which glslang takes for vectors only.
const ELEMENTWISE: [&str; 47] = [
    "abs",
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "clamp",
    "cos",
    "cosh",
    "ddx",
    "ddx_coarse",
    "ddx_fine",
    "ddy",
    "ddy_coarse",
    "ddy_fine",
    "degrees",
    "exp",
    "exp2",
    "floor",
    "fmod",
    "frac",
    "fwidth",
    "ldexp",
    "lerp",
    "log",
    "log10",
    "log2",
    "mad",
    "max",
    "min",
    "pow",
    "radians",
    "rcp",
    "round",
    "rsqrt",
    "saturate",
    "sign",
    "sin",
    "sinh",
    "smoothstep",
    "sqrt",
    "step",
    "tan",
    "tanh",
    "trunc",
    "isnan",
    "isinf",
];

/// `abs(m)`, `lerp(m, n, t)` and others of matrices call a helper that goes row by row, and so do `any` and `all`.
pub(super) fn call_function_helper(expr: &mut Expr, helpers: &mut Helpers) {
    let ExprKind::Call(called, args) = &mut expr.kind else { return };
    let Some((_, rows, columns)) = args.first().and_then(|it| it.ty.matrix()) else { return };
    if whole::is_whole(&expr.ty) || args.iter().any(|it| whole::is_whole(&it.ty)) {
        return;
    }
    let name = called.name.as_str();
    if matches!(name, "any" | "all") {
        let helper = format!("fx@{name}{rows}x{columns}");
        let joint = if name == "all" { " && " } else { " || " };
        helpers.add(&helper, || {
            let parts = (0..rows).map(|row| format!("{name}(a[{row}] != 0.0)"));
            let value = parts.collect::<Vec<_>>().join(joint);
            format!("bool {helper}(float{rows}x{columns} a) {{ return {value}; }}")
        });
        called.name = helper;
        return;
    }
    if matches!(name, "clip") {
        let helper = format!("fx@clip{rows}x{columns}");
        helpers.add(&helper, || {
            let parts = (0..rows).map(|row| format!("clip(a[{row}]);"));
            let body = parts.collect::<Vec<_>>().join(" ");
            format!("void {helper}(float{rows}x{columns} a) {{ {body} }}")
        });
        called.name = helper;
        return;
    }
    if !ELEMENTWISE.contains(&name) {
        return;
    }
    // What was spread to a matrix stays one number.
    args.iter_mut().for_each(take_spread_number);
    let is_matrix: Vec<bool> = args.iter().map(|it| it.ty.matrix().is_some()).collect();
    let mut helper = format!("fx@{name}{rows}x{columns}");
    if is_matrix.contains(&false) {
        helper.push('_');
        helper.extend(is_matrix.iter().map(|it| if *it { 'm' } else { 's' }));
    }
    helpers.add(&helper, || {
        by_row(&helper, rows, columns, &is_matrix, |row| {
            let args = PARAMS.iter().zip(&is_matrix).map(|(param, is_matrix)| match is_matrix {
                true => format!("{param}[{row}]"),
                false => format!("(float{columns}){param}"),
            });
            format!("{name}({})", args.collect::<Vec<_>>().join(", "))
        })
    });
    called.name = helper;
}

/// Takes the number out of `(float4x4)number`.
fn take_spread_number(arg: &mut Expr) {
    let ExprKind::Cast(_, _, inner) = &mut arg.kind else { return };
    if inner.ty.number().is_some_and(|it| it.shape == Shape::Scalar) {
        *arg = inner.take();
    }
}

/// Names of the parameters of helper functions.
const PARAMS: [&str; 3] = ["a", "b", "c"];

/// A function of a matrix that makes each row of it by a function of vectors.
pub(super) fn row_by_row(name: &str, rows: u8, columns: u8, of_row: &str) -> String {
    by_row(name, rows, columns, &[true], |row| format!("{of_row}(a[{row}])"))
}

/// A function of matrices, and numbers, that makes each row of the rows of its parameters.
fn by_row(
    name: &str,
    rows: u8,
    columns: u8,
    is_matrix: &[bool],
    row: impl Fn(u8) -> String,
) -> String {
    let ty = format!("float{rows}x{columns}");
    let params = PARAMS.iter().zip(is_matrix).map(|(param, is_matrix)| match is_matrix {
        true => format!("{ty} {param}"),
        false => format!("float {param}"),
    });
    let params = params.collect::<Vec<_>>().join(", ");
    let mut text = format!("{ty} {name}({params}) {{ return {ty}(");
    for at in 0..rows {
        let comma = if at == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{}", row(at));
    }
    text.push_str("); }");
    text
}

/// `a * b`, `a / b` and `a % b` of two matrices call a helper: glslang takes the first for the matrix product, and has
/// no remainder of matrices. What compares them gives truth values, which are `whole`'s.
pub(super) fn call_operator_helper(expr: &mut Expr, helpers: &mut Helpers) {
    if whole::is_whole(&expr.ty) {
        return;
    }
    if let ExprKind::Binary(_, left, right) | ExprKind::Assign(_, left, right) = &expr.kind
        && (whole::is_whole(&left.ty) || whole::is_whole(&right.ty))
    {
        return;
    }
    let (op, left, right) = match &mut expr.kind {
        ExprKind::Binary(op, left, right) | ExprKind::Assign(Some(op), left, right) => {
            (*op, left, right)
        }
        _ => return,
    };
    let (name, sign) = match op {
        BinaryOp::Mul => ("multiply", "*"),
        BinaryOp::Div => ("divide", "/"),
        BinaryOp::Rem => ("remainder", "%"),
        _ => return,
    };
    let is_product = matches!(op, BinaryOp::Mul | BinaryOp::Div);
    let (rows, columns) = match (left.ty.matrix(), right.ty.matrix()) {
        (None, None) => return,
        (Some((_, rows, columns)), Some((_, s, d))) if (rows, columns) == (s, d) => (rows, columns),
        (Some(_), None) if right.ty.is_unknown() && is_product => return helpers.unclear(right),
        (None, Some(_)) if left.ty.is_unknown() && is_product => return helpers.unclear(left),
        (Some(_), None) if right.ty.is_vector() && is_product => return helpers.no_product(expr),
        (None, Some(_)) if left.ty.is_vector() && is_product => return helpers.no_product(expr),
        (Some((_, rows, columns)), None) | (None, Some((_, rows, columns))) if !is_product => {
            // The remainder by a scalar.
            let all = Number { kind: Kind::Float, shape: Shape::Matrix(rows, columns) };
            exactly(left, &all.into());
            exactly(right, &all.into());
            (rows, columns)
        }
        _ => return,
    };
    let helper = format!("fx@{name}{rows}x{columns}");
    helpers.add(&helper, || {
        by_row(&helper, rows, columns, &[true; 2], |row| format!("a[{row}] {sign} b[{row}]"))
    });
    let span = expr.span;
    let (ExprKind::Binary(_, left, right) | ExprKind::Assign(Some(_), left, right)) =
        &mut expr.kind
    else {
        return;
    };
    let args = vec![left.as_ref().clone(), right.take()];
    let call = convert::call(&helper, args, span, expr.ty.clone());
    expr.kind = match &mut expr.kind {
        ExprKind::Assign(_, target, _) => {
            ExprKind::Assign(None, Box::new(target.take()), Box::new(call))
        }
        _ => call.kind,
    };
}
