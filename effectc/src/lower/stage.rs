//! What only pixel shaders have.
//!
//! fxc refuses `discard` and `clip` elsewhere (X4532). glslang takes them, and gives a module that is not valid.

use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::diagnostic::Diagnostic;
use crate::effect::Stage;
use crate::hash::HashSet;
use crate::lower::unit::Unit;
use crate::source::Span;

/// Reports such code.
///
/// # Errors
/// The first of it.
pub(super) fn check(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if unit.stage == Stage::Pixel {
        return Ok(());
    }
    let mut functions = HashSet::default();
    for item in &unit.tree.items {
        if let crate::ast::Item::Function(function) = item {
            functions.insert(function.name.name.clone());
        }
    }
    let mut found = Found { functions, first: None };
    unit.tree.items.iter_mut().for_each(|it| walk::item(it, &mut found));
    match found.first {
        Some((what, span)) => {
            let message = format!("`{what}` exists only in pixel shaders: no other has a pixel");
            Err(Diagnostic::error(span, message))
        }
        None => Ok(()),
    }
}

struct Found {
    /// The effect's own functions.
    functions: HashSet<String>,
    first: Option<(&'static str, Span)>,
}

impl Visitor for Found {
    fn stmt(&mut self, stmt: &mut Stmt) {
        if matches!(stmt.kind, StmtKind::Discard) {
            self.first.get_or_insert(("discard", stmt.span));
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Call(name, _) = &expr.kind
            && name.name == "clip"
            && !self.functions.contains("clip")
        {
            self.first.get_or_insert(("clip", name.span));
        }
    }
}
