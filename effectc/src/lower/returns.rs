//! Functions that end without a value.
//!
//! fxc warns of a path that returns nothing, and gives 0 there. glslang refuses a function without any `return`, and leaves
//! the value of the others undefined.

use crate::ast::parts::read::{self, Part};
use crate::ast::{
    Block, Expr, ExprKind, Function, Ident, Item, Stmt, StmtKind, Type, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::locals::each_function;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;
use crate::lower::zero::Zeros;
use crate::source::Span;

/// Most numbers of a value that is returned.
const MAX_NUMBERS: u64 = 4096;

/// Returns 0 where a function of a type ends without a value.
pub(super) fn complete(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::MissingReturn) {
        return Ok(());
    }
    let is_incomplete = unit.tree.items.iter().any(|it| match it {
        Item::Function(it) => may_lack_value(it),
        Item::Struct(def) => def.methods.iter().any(may_lack_value),
        _ => false,
    });
    if !is_incomplete {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree, MAX_NUMBERS);
    for item in &mut unit.tree.items {
        each_function(item, &mut |function| in_function(function, &zeros));
    }
    Ok(())
}

/// Whether a function of a type may end without a value.
fn may_lack_value(function: &Function) -> bool {
    let is_of_type = !matches!(function.return_type.kind, TypeKind::Void);
    let mut bodies = function.body.iter().filter(|_| is_of_type);
    bodies.any(|it| can_end(it) || it.stmts.iter().any(returns_nothing))
}

/// Whether a `return;` is in a statement.
fn returns_nothing(stmt: &Stmt) -> bool {
    let mut is_there = matches!(stmt.kind, StmtKind::Return(None));
    read::of_stmt(stmt, &mut |part| match part {
        Part::Stmt(it) => is_there |= returns_nothing(it),
        Part::Block(it) => is_there |= it.stmts.iter().any(returns_nothing),
        _ => {}
    });
    is_there
}

fn in_function(function: &mut Function, zeros: &Zeros) {
    if !may_lack_value(function) {
        return;
    }
    let Some(body) = &mut function.body else { return };
    let Some(nothing) = nothing(&function.return_type, zeros, function.name.span) else { return };
    in_list(&mut body.stmts, &nothing);
    if can_end(body) {
        let span = function.name.span;
        body.stmts.push(Stmt { attributes: Vec::new(), kind: nothing, span });
    }
}

/// `return (T)0;`, or `{ T fx_nothing = { .. }; return fx_nothing; }` for a type whose value is a list.
fn nothing(ty: &Type, zeros: &Zeros, span: Span) -> Option<StmtKind> {
    let name = Ident { name: "fx@nothing".to_owned(), span };
    let mut variable = Variable::new(ty.clone(), name);
    let value = zeros.of_variable(&variable)?;
    if !matches!(value.kind, ExprKind::Braces(_)) {
        return Some(StmtKind::Return(Some(value)));
    }
    variable.init = Some(value);
    let statement = |kind| Stmt { attributes: Vec::new(), kind, span };
    let returned = StmtKind::Return(Some(Expr::name("fx@nothing", span)));
    let stmts = vec![statement(StmtKind::Declare(vec![variable])), statement(returned)];
    Some(StmtKind::Block(Block { stmts, span }))
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
            cases.iter_mut().for_each(|it| in_list(&mut it.body, nothing));
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

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered};

    #[test]
    fn a_function_that_may_end_without_a_value_returns_0() {
        check(
            "float f(float a) { if (a > 1) return 2; } float g(float a) { return; }",
            "Output[0] = f(U) + g(U);",
            &["return 2;", "return (float)0;", "float g(float a)", "return (float)0;"],
        );
    }

    #[test]
    fn a_function_that_returns_on_all_paths_stays() {
        let text = lowered(
            "float f(float a) { if (a > 1) { return 2; } else return 3; } void g() { return; }",
            "g(); Output[0] = f(U);",
        );
        assert!(!text.contains("(float)0") && text.contains("return;"), "{text}");
    }
}
