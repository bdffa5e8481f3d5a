//! Calls of a base's method by name: `Base::Color(x)` in a class that has a `Color` of its own.
//!
//! The class gets the base's method beside its own, by the name that the call has.

use crate::hash::{HashMap, HashSet};

use crate::ast::walk;
use crate::ast::{self, Expr, ExprKind, Function, StructDef};
use crate::lower::class::lineage;

/// What stands between the name of a class and that of its method.
pub(super) const SEPARATOR: &str = "::";

/// The names with a class before them that calls have: `Base::Color`.
pub(super) fn called(tree: &mut ast::Effect) -> HashSet<String> {
    let mut called = HashSet::default();
    for item in &mut tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            if let ExprKind::Call(name, _) = &expr.kind
                && name.name.contains(SEPARATOR)
            {
                called.insert(name.name.clone());
            }
        });
    }
    called
}

/// The names by which a class calls methods of a struct: its own name, and those of bases that inherit them from it.
/// Gives the names with the method, in a stable order.
pub(super) fn names_for(
    class: &StructDef,
    owner: &str,
    method: &str,
    called: &HashSet<String>,
    structs: &HashMap<String, StructDef>,
) -> Vec<String> {
    let has_method = |it: &StructDef| it.methods.iter().any(|it| it.name.name == method);
    let is_owner = |it: &StructDef| it.name.as_ref().is_some_and(|it| it.name == owner);
    // The nearest of those that have the method is meant.
    let means_owner = |it: &StructDef| {
        let all = std::iter::once(it).chain(lineage(it, structs));
        all.into_iter().find(|it| has_method(it)).is_some_and(is_owner)
    };
    let all = std::iter::once(class).chain(lineage(class, structs));
    let mut names: Vec<String> = all
        .filter(|it| means_owner(it))
        .filter_map(|it| Some(format!("{}{SEPARATOR}{method}", it.name.as_ref()?.name)))
        .filter(|it| called.contains(it))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The methods that a class gets because they are called by such names.
pub(super) fn methods(
    class: &StructDef,
    called: &HashSet<String>,
    structs: &HashMap<String, StructDef>,
) -> Vec<Function> {
    if called.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for owner in std::iter::once(class).chain(lineage(class, structs)) {
        let Some(name) = &owner.name else { continue };
        for method in &owner.methods {
            for name in names_for(class, &name.name, &method.name.name, called, structs) {
                let mut copy = method.clone();
                copy.name.name = name;
                found.push(copy);
            }
        }
    }
    found
}
