//! Static globals, which every run of a shader starts anew with their values.
//!
//! fxc takes any expression as such a value. glslang makes the entry point compute those that are no constants, in a
//! way that it then takes for recursion ("Recursion detected: f calling f") when one calls a function, and crashes on when
//! one uses another. So they are computed by statements at the start of the entry point. A static without a value is 0
//! in Direct3D and undefined in SPIR-V.

use crate::hash::HashSet;

use crate::ast::{
    Block, Expr, ExprKind, Ident, Item, ModifierKind, Stmt, StmtKind, TypeKind, Variable,
};
use crate::diagnostic::Diagnostic;
use crate::lower::made;
use crate::lower::names;
use crate::lower::rewrite::Rewrite;
use crate::lower::start;
use crate::lower::unit::Unit;
use crate::lower::zero::Zeros;

/// Most numbers of a static that gets 0.
const MAX_NUMBERS: u64 = 4096;

/// Most numbers of all of them together.
const MAX_UNIT_NUMBERS: u64 = 1 << 16;

/// Moves values that are no constants to the start of the entry point.
pub(super) fn start(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::StaticValues) {
        return Ok(());
    }
    if !unit.tree.items.iter().any(|it| matches!(it, Item::Variable(it) if is_plain_static(it))) {
        return Ok(());
    }
    let mut variables = variables(unit);
    let mut statements = Vec::new();
    for (index, item) in unit.tree.items.iter_mut().enumerate() {
        let Item::Variable(variable) = item else { continue };
        if !is_plain_static(variable) {
            continue;
        }
        let Some(init) = &variable.init else { continue };
        if is_constant(init, &variables) {
            // What may be written is no constant for those that come after it.
            if variable.modifiers.has(ModifierKind::Const) {
                variables.remove(&variable.name.name);
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
    let lacks_value =
        |it: &Item| matches!(it, Item::Variable(it) if is_plain_static(it) && it.init.is_none());
    if !unit.tree.items.iter().any(lacks_value) {
        return Ok(());
    }
    let zeros = Zeros::new(&unit.tree, MAX_NUMBERS);
    let mut values = Vec::new();
    let mut number_count = 0;
    for (index, item) in unit.tree.items.iter().enumerate() {
        if let Item::Variable(variable) = item
            && is_plain_static(variable)
            && variable.init.is_none()
            && number_count < MAX_UNIT_NUMBERS
            && let Some((value, count)) = zeros.counted(variable)
        {
            number_count += count;
            values.push((index, value));
        }
    }
    for (index, value) in values {
        if let Some(Item::Variable(variable)) = unit.tree.items.get_mut(index) {
            variable.init = Some(value);
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

/// The names of all functions and variables, none of which is a constant before it was looked at.
fn variables(unit: &Unit<'_>) -> HashSet<String> {
    let mut variables = HashSet::default();
    for item in &unit.tree.items {
        match item {
            Item::Function(it) => {
                variables.insert(it.name.name.clone());
            }
            Item::Variable(it) => {
                variables.insert(it.name.name.clone());
            }
            Item::ConstantBuffer(it) => {
                variables.extend(it.members.iter().map(|it| it.name.name.clone()));
            }
            _ => {}
        }
    }
    variables
}

/// Whether the compiler can compute a value: it names only constants and built-in functions. What begins with `fx_` is
/// a function that another rewrite calls.
fn is_constant(init: &Expr, variables: &HashSet<String>) -> bool {
    let mut is_constant = true;
    names::of_expr(init, &mut |name| {
        is_constant &= !variables.contains(name) && !name.starts_with(made::PREFIX);
    });
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
    let name = "fx@value";
    let mut list = Variable::new(variable.ty.clone(), Ident { name: name.to_owned(), span });
    list.array.clone_from(&variable.array);
    list.init = Some(init);
    let stmts = vec![statement(StmtKind::Declare(vec![list])), assign(Expr::name(name, span))];
    statement(StmtKind::Block(Block { stmts, span }))
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{check, lowered};

    #[test]
    fn values_that_are_no_constants_are_computed_in_order() {
        check(
            "float f(float a) { return a; } static float A = f(U); static const float B = A + 1; static float C[2] = { B, 2 };",
            "Output[0] = A + B + C[1];",
            &[
                "static float A;",
                "static float B;",
                "static float C[2];",
                "A = f(U);",
                "B = A + 1;",
                "float fx_value[2] = { B, 2 };",
                "C = fx_value;",
            ],
        );
    }

    #[test]
    fn constants_stay_and_what_has_no_value_is_0() {
        let text = lowered(
            "static const float2 A = { 1, 2 }; static const float B = A.x * sqrt(2.0); struct S { float a[2]; }; static S Z; static float N;",
            "Output[0] = A.x + B + Z.a[1] + N;",
        );
        assert!(text.contains("static const float B = A.x * sqrt(2.0);"), "{text}");
        assert!(text.contains("static S Z = { { (float)0, (float)0 } };"), "{text}");
        assert!(text.contains("static float N = (float)0;"), "{text}");
    }
}
