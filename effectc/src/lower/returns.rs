//! Functions that end without a value.
//!
//! fxc warns of a path that returns nothing, and gives 0 there. glslang refuses a function without any `return`, and leaves
//! the value of the others undefined.

use crate::ast::{Block, Function, Stmt, StmtKind, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::lower::locals::each_function;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::lower::zero::Zeros;

/// Returns 0 where a function of a type ends without a value.
pub(super) fn complete(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::MissingReturn) {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree);
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| in_function(function, &zeros));
    }
    Ok(())
}

fn in_function(function: &mut Function, zeros: &Zeros) {
    if matches!(function.return_type.kind, TypeKind::Void) {
        return;
    }
    let Some(body) = &mut function.body else { return };
    let Some(value) = zeros.of_type(&function.return_type, function.name.span) else { return };
    let nothing = StmtKind::Return(Some(value));
    in_list(&mut body.stmts, &nothing);
    if can_end(body) {
        let span = function.name.span;
        body.stmts.push(Stmt { attributes: Vec::new(), kind: nothing, span });
    }
}

/// `return;` returns 0 too.
fn in_list(stmts: &mut [Stmt], nothing: &StmtKind) {
    stmts.iter_mut().for_each(|it| in_stmt(it, nothing));
}

fn in_stmt(stmt: &mut Stmt, nothing: &StmtKind) {
    match &mut stmt.kind {
        StmtKind::Return(None) => stmt.kind = nothing.clone(),
        StmtKind::Block(block) => in_list(&mut block.stmts, nothing),
        StmtKind::If(_, then, otherwise) => {
            in_stmt(then, nothing);
            otherwise.iter_mut().for_each(|it| in_stmt(it, nothing));
        }
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
            in_stmt(body, nothing);
        }
        StmtKind::Switch(_, cases) => {
            cases.iter_mut().for_each(|it| in_list(&mut it.body, nothing))
        }
        StmtKind::Return(Some(_))
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::Struct(_)
        | StmtKind::Typedef(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Discard => {}
    }
}

/// Whether control may reach the end of a block. A loop counts as if it did, as one `return` more does no harm.
fn can_end(block: &Block) -> bool {
    !block.stmts.iter().any(never_goes_on)
}

fn never_goes_on(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) => true,
        StmtKind::Block(block) => !can_end(block),
        StmtKind::If(_, then, Some(otherwise)) => never_goes_on(then) && never_goes_on(otherwise),
        _ => false,
    }
}
