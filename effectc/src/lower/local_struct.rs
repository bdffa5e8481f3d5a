//! Structs with methods that a function declares.
//!
//! What knows of methods - calls, conversions of arguments, `this` - looks at the structs of the unit. So these become
//! structs of the unit, under names that nothing else has, and so do the other types of such a function, which they
//! may be made of.

use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, Function, Item, Stmt, StmtKind, StructDef, Type, TypeKind};
use crate::lower::unit::Unit;
use crate::lower::{local_types, locals};

/// Moves the structs before the functions that declare them.
pub(super) fn hoist(unit: &mut Unit<'_>) {
    if !unit.tree.items.iter().any(local_types::has_local_types) {
        return;
    }
    let mut count = 0;
    let mut items = Vec::new();
    for mut item in std::mem::take(&mut unit.tree.items) {
        let mut moved = Vec::new();
        locals::each_function(&mut item, &mut |function| {
            if has_methods(function) {
                let mut hoist = Hoist { scopes: Vec::new(), moved: &mut moved, count: &mut count };
                walk::function(function, &mut hoist);
            }
        });
        items.append(&mut moved);
        items.push(item);
    }
    unit.tree.items = items;
}

/// Whether a function declares a struct with methods.
fn has_methods(function: &mut Function) -> bool {
    struct Finds(bool);
    impl Visitor for Finds {
        fn expr(&mut self, _expr: &mut Expr) {}

        fn stmt(&mut self, stmt: &mut Stmt) {
            self.0 |= matches!(&stmt.kind, StmtKind::Struct(def) if !def.methods.is_empty());
        }
    }
    let mut finds = Finds(false);
    walk::function(function, &mut finds);
    finds.0
}

struct Hoist<'h> {
    /// Types of the open scopes with their new names.
    scopes: Vec<Vec<(String, String)>>,
    moved: &'h mut Vec<Item>,
    count: &'h mut u32,
}

impl Hoist<'_> {
    /// The new name of a type that is declared here.
    fn rename(&mut self, name: &mut String) {
        *self.count += 1;
        let new = format!("fx@local{}_{name}", self.count);
        let old = std::mem::replace(name, new.clone());
        if let Some(innermost) = self.scopes.last_mut() {
            innermost.push((old, new));
        }
    }

    /// The new name of what a name stands for here.
    fn find(&self, name: &str) -> Option<&String> {
        let open = self.scopes.iter().rev().flat_map(|it| it.iter().rev());
        open.into_iter().find(|it| it.0 == name).map(|it| &it.1)
    }

    fn structure(&mut self, mut def: StructDef) {
        for base in &mut def.bases {
            if let Some(new) = self.find(&base.name).cloned() {
                base.name = new;
            }
        }
        if let Some(name) = &mut def.name {
            self.rename(&mut name.name);
        }
        let mut item = Item::Struct(def);
        walk::item(&mut item, self);
        self.moved.push(item);
    }
}

impl Visitor for Hoist<'_> {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn stmt(&mut self, stmt: &mut Stmt) {
        match std::mem::replace(&mut stmt.kind, StmtKind::Empty) {
            StmtKind::Struct(def) if def.name.is_some() => self.structure(def),
            StmtKind::Typedef(typedef) => {
                // What it stands for is named before its own name is there.
                let mut item = Item::Typedef(typedef);
                walk::item(&mut item, self);
                if let Item::Typedef(typedef) = &mut item {
                    self.rename(&mut typedef.name.name);
                }
                self.moved.push(item);
            }
            other => stmt.kind = other,
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &mut ty.kind
            && let Some(new) = self.find(name).cloned()
        {
            *name = new;
        }
    }

    fn enter(&mut self) {
        self.scopes.push(Vec::new());
    }

    fn leave(&mut self) {
        self.scopes.pop();
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn methods_of_local_structs_are_functions() {
        check(
            "float doubled(float a) { return a * 2; }",
            "struct P { float v; }; struct L { P p; float get(float3 a) { return doubled(p.v) + a.x; } }; \
             L l; l.p.v = U; float4 V = U; { struct L { float q; }; L m; m.q = 1; Output[1] = m.q; } Output[0] = l.get(V);",
            &[
                "struct fx_local1_P",
                "struct fx_local2_L_2",
                "fx_local1_P p;",
                "struct fx_local3_L_3",
                "return doubled(fx_this.p.v) + a.x;",
                "fx_local2_L_2 l = { { (float)0 } };",
                "fx_local3_L_3 m = { (float)0 };",
                "Output[0] = fx_method_fx_local2_L_2_get(l, V.xyz);",
            ],
        );
    }
}
