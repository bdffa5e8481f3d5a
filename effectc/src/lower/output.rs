//! What an entry point does not write is 0.
//!
//! fxc writes zeros where a structure that is returned was not filled in, and the course's shaders rely on it (their
//! meshes leave tangents out). SPIR-V leaves such outputs undefined.

use crate::ast::{
    Block, Expr, ExprKind, Function, ModifierKind, Stmt, StmtKind, Type, TypeKind, Variable,
};
use crate::check::symbols::Symbols;
use crate::source::Span;

/// How deep structures may nest; one that holds itself has no end.
const MAX_DEPTH: u32 = 64;

/// Starts structures of the returned type, and `out` parameters, with zeros.
pub(super) fn define(function: &mut Function, symbols: &Symbols<'_>) {
    let Some(body) = &mut function.body else { return };
    if let TypeKind::Named(name) = &function.return_type.kind
        && is_plain(&function.return_type, symbols)
    {
        in_block(body, name);
    }
    // `in out` is `inout`.
    let outs = function
        .params
        .iter()
        .filter(|it| it.modifiers.has(ModifierKind::Out) && !it.modifiers.has(ModifierKind::In));
    let outs = outs.filter(|it| it.array.is_empty() && is_plain(&it.ty, symbols));
    let statements: Vec<Stmt> = outs
        .map(|param| {
            let span = param.name.span;
            let place = Expr::name(param.name.name.as_str(), span);
            let value = zeros(&param.ty, span);
            let assign = ExprKind::Assign(None, Box::new(place), Box::new(value));
            let kind = StmtKind::Expr(Expr::new(assign, span));
            Stmt { attributes: Vec::new(), kind, span }
        })
        .collect();
    body.stmts.splice(0..0, statements);
}

/// Whether it is made of numbers, vectors and matrices, which `(T)0` fills.
fn is_plain(ty: &Type, symbols: &Symbols<'_>) -> bool {
    is_plain_within(ty, symbols, 0)
}

fn is_plain_within(ty: &Type, symbols: &Symbols<'_>, depth: u32) -> bool {
    let resolved = symbols.resolve(ty, &mut Vec::new());
    match &resolved.kind {
        TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..) => true,
        TypeKind::Named(name) => symbols.structs.get(name.as_str()).is_some_and(|found| {
            depth < MAX_DEPTH
                && found.node.bases.is_empty()
                && found.node.fields.iter().all(|it| is_plain_within(&it.ty, symbols, depth + 1))
        }),
        TypeKind::Void | TypeKind::Object(..) | TypeKind::Inline(_) => false,
    }
}

/// `(T)0`.
fn zeros(ty: &Type, span: Span) -> Expr {
    Expr::new(ExprKind::Cast(ty.clone(), Vec::new(), Box::new(Expr::uint(0, span))), span)
}

fn in_block(block: &mut Block, name: &str) {
    block.stmts.iter_mut().for_each(|it| in_stmt(it, name));
}

fn in_stmt(stmt: &mut Stmt, name: &str) {
    match &mut stmt.kind {
        StmtKind::Declare(variables) => variables.iter_mut().for_each(|it| variable(it, name)),
        StmtKind::Block(block) => in_block(block, name),
        StmtKind::If(_, then, otherwise) => {
            in_stmt(then, name);
            otherwise.iter_mut().for_each(|it| in_stmt(it, name));
        }
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
            in_stmt(body, name);
        }
        StmtKind::Switch(_, cases) => {
            cases.iter_mut().flat_map(|it| &mut it.body).for_each(|it| in_stmt(it, name));
        }
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Struct(_)
        | StmtKind::Typedef(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Discard
        | StmtKind::Return(_) => {}
    }
}

fn variable(variable: &mut Variable, name: &str) {
    let is_one = matches!(&variable.ty.kind, TypeKind::Named(it) if it == name);
    let is_static = variable.modifiers.has(ModifierKind::Static);
    if is_one && !is_static && variable.init.is_none() && variable.array.is_empty() {
        variable.init = Some(zeros(&variable.ty, variable.name.span));
    }
}
