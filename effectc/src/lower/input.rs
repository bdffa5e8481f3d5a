//! Statements at the start of an entry point that turn what Vulkan gives into what Direct3D gives.

use crate::ast::{
    BinaryOp, Expr, ExprKind, FloatSuffix, Function, Ident, Literal, ModifierKind, Stmt, StmtKind,
};
use crate::source::Span;

/// How the body names an input: the parameter, then members.
pub(super) type Path = Vec<String>;

/// Adds the statements before the body.
pub(super) fn correct(function: &mut Function, transposed: &[Path], positions: &[Path]) {
    let span = function.name.span;
    let Some(body) = &mut function.body else { return };
    for param in &mut function.params {
        let is_written = |path: &Path| path.first() == Some(&param.name.name);
        if transposed.iter().chain(positions).any(is_written) {
            param.modifiers.remove(ModifierKind::Const);
        }
    }
    let transposes = transposed.iter().filter_map(|it| Some(transpose(place(it, span)?)));
    let reciprocals = positions.iter().filter_map(|it| Some(reciprocal_w(place(it, span)?)));
    let statements: Vec<Stmt> = transposes
        .chain(reciprocals)
        .map(|(place, value)| {
            let assign = ExprKind::Assign(None, Box::new(place), Box::new(value));
            let kind = StmtKind::Expr(Expr::new(assign, span));
            Stmt { attributes: Vec::new(), kind, span }
        })
        .collect();
    body.stmts.splice(0..0, statements);
}

fn place(path: &Path, span: Span) -> Option<Expr> {
    let (param, members) = path.split_first()?;
    let param = Expr::name(param.as_str(), span);
    Some(members.iter().fold(param, |object, it| member(object, it)))
}

fn member(object: Expr, name: &str) -> Expr {
    let span = object.span;
    let name = Ident { name: name.to_owned(), span };
    Expr::new(ExprKind::Member(Box::new(object), name), span)
}

/// `input.world = transpose(input.world);` for a vertex input packed by columns: a register holds a column then,
/// and the HLSL compiler takes it for a row.
fn transpose(place: Expr) -> (Expr, Expr) {
    let span = place.span;
    let function = Ident { name: "transpose".to_owned(), span };
    let value = Expr::new(ExprKind::Call(function, vec![place.clone()]), span);
    (place, value)
}

/// `input.position.w = 1.0 / input.position.w;` in a pixel shader: Direct3D gives w, Vulkan its reciprocal. The HLSL
/// compiler drops it where w is not read.
fn reciprocal_w(position: Expr) -> (Expr, Expr) {
    let span = position.span;
    let w = member(position, "w");
    let literal = Literal::Float { value: 1.0, suffix: FloatSuffix::None, text: "1.0".to_owned() };
    let one = Expr::new(ExprKind::Literal(literal), span);
    let divide = ExprKind::Binary(BinaryOp::Div, Box::new(one), Box::new(w.clone()));
    (w, Expr::new(divide, span))
}
