//! Matrices of one row or column, which SPIR-V does not have.

use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, Type, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::lower::unit::Unit;

/// Refuses matrices of one row or column.
///
/// # Errors
/// The first of them.
pub(super) fn check(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    let mut types = Types { fault: None };
    unit.tree.items.iter_mut().for_each(|it| walk::item(it, &mut types));
    types.fault.map_or(Ok(()), Err)
}

struct Types {
    fault: Option<Diagnostic>,
}

impl Visitor for Types {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn ty(&mut self, ty: &mut Type) {
        let TypeKind::Matrix(kind, rows, columns) = ty.kind else { return };
        if rows.min(columns) > 1 || self.fault.is_some() {
            return;
        }
        let word = kind.keyword();
        let message = format!(
            "not yet supported: `{word}{rows}x{columns}`, as SPIR-V has no matrix of one row or column"
        );
        let help = match rows.max(columns) {
            1 => format!("`{word}` is the same number"),
            count => format!("`{word}{count}` has as many numbers"),
        };
        self.fault = Some(Diagnostic::error(ty.span, message).with_help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::message;

    #[test]
    fn matrices_of_one_row_are_refused() {
        let text = message("float1x3 R;", "Output[0] = R[0].xyzz;");
        assert!(text.contains("not yet supported: `float1x3`"), "{text}");
    }
}
