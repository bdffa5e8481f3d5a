//! Static globals, which every run of a shader starts anew with their values.
//!
//! fxc takes any expression as such a value. glslang makes the entry point compute those that are no constants, in a
//! way that it then takes for recursion ("Recursion detected: f calling f") when one calls a function, and crashes on when
//! one uses another. So they are computed by statements at the start of the entry point. A static without a value is 0
//! in Direct3D and undefined in SPIR-V.

use std::collections::HashSet;

use crate::ast::{
    Block, Expr, ExprKind, Ident, Item, ModifierKind, Stmt, StmtKind, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::names;
use crate::lower::rewrite::Rewrite;
use crate::lower::start;
use crate::lower::unit::Unit;
use crate::lower::zero::Zeros;

/// Moves values that are no constants to the start of the entry point.
pub(super) fn start(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::StaticValues) {
        return Ok(());
    }
    let mut constants: HashSet<String> = HashSet::new();
    let mut statements = Vec::new();
    for (index, item) in unit.tree.items.iter_mut().enumerate() {
        let Item::Variable(variable) = item else { continue };
        if !is_plain_static(variable) {
            continue;
        }
        let Some(init) = &variable.init else { continue };
        if is_constant(init, &constants) {
            // What may be written is no constant for those that come after it.
            if variable.modifiers.has(ModifierKind::Const) {
                constants.insert(variable.name.name.clone());
            }
            continue;
        }
        variable.modifiers.remove(ModifierKind::Const);
        if let Some(init) = variable.init.take() {
            statements.push((index, assignment(variable, init)));
        }
    }
    start::insert(unit, statements);
    Ok(())
}

/// Gives 0 to statics that have no value.
pub(super) fn zero(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::ZeroStatics) {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree);
    let mut values = Vec::new();
    for (index, item) in unit.tree.items.iter().enumerate() {
        if let Item::Variable(variable) = item
            && is_plain_static(variable)
            && variable.init.is_none()
        {
            values.push((index, zeros.of_variable(variable)));
        }
    }
    for (index, value) in values {
        if let Some(Item::Variable(variable)) = unit.tree.items.get_mut(index) {
            variable.init = value;
        }
    }
    Ok(())
}

/// Whether it is a static of numbers, not a texture or sampler by another name.
fn is_plain_static(variable: &Variable) -> bool {
    variable.modifiers.has(ModifierKind::Static)
        && !variable.modifiers.has(ModifierKind::Groupshared)
        && !matches!(variable.ty.kind, TypeKind::Object(..))
}

/// Whether the compiler can compute a value: it names only constants, and calls no function of the effect's. Calls
/// of built-in functions are left to it as they are.
fn is_constant(init: &Expr, constants: &HashSet<String>) -> bool {
    let mut is_constant = true;
    names::of_expr(init, &mut |name| is_constant &= constants.contains(name));
    is_constant
}

/// `X = value;`, or `{ T fx_value = { .. }; X = fx_value; }` for a list, which only a declaration takes.
fn assignment(variable: &Variable, init: Expr) -> Stmt {
    let span = variable.name.span;
    let statement = |kind| Stmt { attributes: Vec::new(), kind, span };
    let assign = |value: Expr| {
        let target = Box::new(Expr::name(variable.name.name.as_str(), span));
        statement(StmtKind::Expr(Expr::new(ExprKind::Assign(None, target, Box::new(value)), span)))
    };
    if !matches!(init.kind, ExprKind::Braces(_)) {
        return assign(init);
    }
    let name = "fx_value";
    let mut list = Variable::new(variable.ty.clone(), Ident { name: name.to_owned(), span });
    list.array.clone_from(&variable.array);
    list.init = Some(init);
    let stmts = vec![statement(StmtKind::Declare(vec![list])), assign(Expr::name(name, span))];
    statement(StmtKind::Block(Block { stmts, span }))
}
