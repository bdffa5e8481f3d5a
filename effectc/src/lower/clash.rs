//! Globals that share their name with a type, a function or a built-in function.
//!
//! fxc tells a variable from a type and from a function that is called by the place (`Light Light; float amb; amb(amb)`). The
//! HLSL compiler keeps one name for one thing, so the variable gets another.

use crate::hash::{HashMap, HashSet};

use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, Item, Type, TypeKind, Variable};
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Gives such variables other names.
pub(super) fn resolve(unit: &mut Unit<'_>) -> Result<(), Diagnostic> {
    if !unit.has(Rewrite::GlobalNames) {
        return Ok(());
    }
    let mut taken = Taken::default();
    for item in &mut unit.tree.items {
        match item {
            Item::Function(it) => taken.add(&it.name.name),
            Item::Struct(it) => it.name.iter().for_each(|it| taken.add(&it.name)),
            Item::Typedef(it) => taken.add(&it.name.name),
            _ => {}
        }
        walk::item(item, &mut taken);
    }
    let mut names: HashMap<String, String> = HashMap::default();
    for item in &mut unit.tree.items {
        each_global(item, &mut |variable| {
            let name = &mut variable.name.name;
            if taken.names.contains(name) {
                let other = format!("fx@global_{name}");
                names.insert(std::mem::replace(name, other.clone()), other);
            }
        });
    }
    if names.is_empty() {
        return Ok(());
    }
    for item in &mut unit.tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            if let ExprKind::Name(name) = &mut expr.kind
                && let Some(other) = names.get(name)
            {
                name.clone_from(other);
            }
        });
    }
    Ok(())
}

/// A global variable, or the members of a buffer.
fn each_global(item: &mut Item, visit: &mut dyn FnMut(&mut Variable)) {
    match item {
        Item::Variable(variable) => visit(variable),
        Item::ConstantBuffer(buffer) => buffer.members.iter_mut().for_each(visit),
        _ => {}
    }
}

/// The names of types and functions, built-in functions that are called among them.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
}

impl Taken {
    fn add(&mut self, name: &str) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }
}

impl Visitor for Taken {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Call(function, _) = &expr.kind {
            self.add(&function.name);
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &ty.kind {
            self.add(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn variables_make_room_for_types_and_functions() {
        check(
            "struct Light { float p; }; Light Light; float lerp;",
            "Light copy = Light; Output[0] = copy.p + lerp(1, 2, lerp);",
            &[
                "Light fx_global_Light;",
                "float fx_global_lerp;",
                "Light copy = fx_global_Light;",
                "Output[0] = copy.p + lerp(1.0, 2.0, fx_global_lerp);",
            ],
        );
    }
}
