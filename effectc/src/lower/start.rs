//! Statements that run before everything else of an entry point.

use crate::ast::{Block, ExprKind, Function, Item, Literal, Stmt, StmtKind};
use crate::lower::unit::Unit;

/// Puts statements to the start of the entry point, in front of what stands there. Each belongs to the item of its number;
/// a function that stands before the item cannot see it.
pub(super) fn insert(unit: &mut Unit<'_>, statements: Vec<(usize, Stmt)>) {
    if statements.is_empty() {
        return;
    }
    let entry = unit.entry.clone();
    let names: Vec<String> = unit
        .functions_mut()
        .find(|it| it.name.name == entry)
        .map(|it| patch_functions(it).collect())
        .unwrap_or_default();
    for (place, item) in unit.tree.items.iter_mut().enumerate() {
        let Item::Function(function) = item else { continue };
        // A patch constant function is run like an entry point, after the control points.
        if function.name.name != entry && !names.contains(&function.name.name) {
            continue;
        }
        let Some(body) = &mut function.body else { continue };
        let visible = statements.iter().filter(|(item, _)| *item < place);
        let stmts: Vec<Stmt> = visible.map(|(_, it)| it.clone()).collect();
        let span = function.name.span;
        let block = StmtKind::Block(Block { stmts, span });
        body.stmts.insert(0, Stmt { attributes: Vec::new(), kind: block, span });
    }
}

/// The functions that `[patchconstantfunc("..")]` names.
fn patch_functions(entry: &Function) -> impl Iterator<Item = String> {
    let attributes = entry.attributes.iter().filter(|it| it.is("patchconstantfunc"));
    attributes.flat_map(|it| &it.args).filter_map(|arg| match &arg.kind {
        ExprKind::Literal(Literal::String(bytes)) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    })
}
