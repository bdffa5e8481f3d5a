//! Gives a type that a function declares a name that nothing else in the unit has.
//!
//! For fxc such a type belongs to its block and hides whatever has its name outside; the next function does not see
//! it. Rewrites and the HLSL compiler find types by name alone, so a second type of one name would change the first.

use crate::hash::{HashMap, HashSet};

use crate::ast::parts::read::{self, Part};
use crate::ast::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, Ident, Item, Stmt, StmtKind, Type, TypeKind};
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Renames local types whose names something else has.
pub(super) fn rename(unit: &mut Unit<'_>) {
    if !unit.has(Rewrite::LocalTypes) {
        return;
    }
    if !unit.tree.items.iter().any(has_local_types) {
        return;
    }
    let mut found = Found::default();
    unit.tree.items.iter_mut().for_each(|it| walk::item(it, &mut found));
    let mut renamer = Renamer { found, scopes: Vec::new(), typedef: None };
    for item in &mut unit.tree.items {
        if let Item::Struct(_) | Item::Function(_) = item {
            walk::item(item, &mut renamer);
        }
    }
}

/// Whether a function, or a method of a struct, declares a type.
pub(super) fn has_local_types(item: &Item) -> bool {
    fn in_part(part: Part<'_>) -> bool {
        let mut is_there = false;
        match part {
            Part::Stmt(stmt) => is_there = in_stmt(stmt),
            Part::Block(block) => is_there = block.stmts.iter().any(in_stmt),
            Part::Struct(it) => read::of_struct(it, &mut |it| is_there |= in_part(it)),
            Part::Function(it) => read::of_function(it, &mut |it| is_there |= in_part(it)),
            _ => {}
        }
        is_there
    }
    fn in_stmt(stmt: &Stmt) -> bool {
        let mut is_there = matches!(stmt.kind, StmtKind::Struct(_) | StmtKind::Typedef(_));
        read::of_stmt(stmt, &mut |it| is_there |= in_part(it));
        is_there
    }
    let mut is_there = false;
    read::of_item(item, &mut |it| is_there |= in_part(it));
    is_there
}

/// All names of a unit.
#[derive(Default)]
struct Found {
    names: HashSet<String>,
    /// How many things are declared with a name.
    declared: HashMap<String, u32>,
}

impl Visitor for Found {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.names.insert(name.clone());
            }
            ExprKind::Call(function, _) => {
                self.names.insert(function.name.clone());
            }
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &ty.kind {
            self.names.insert(name.clone());
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        self.names.insert(name.name.clone());
        *self.declared.entry(name.name.clone()).or_insert(0) += 1;
    }
}

struct Renamer {
    found: Found,
    /// The names of local types, by what they are called in the effect, innermost scope last.
    scopes: Vec<HashMap<String, String>>,
    /// The typedef whose name comes next. It is visible from there on: `typedef V V` means the outer one.
    typedef: Option<String>,
}

impl Renamer {
    /// Makes a local type visible in the innermost scope, and says its name.
    fn local(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        if self.found.declared.get(name).is_some_and(|it| *it > 1) {
            let free = |it: &String| !self.found.names.contains(it);
            let mut candidates = (2_u32..).map(|it| format!("{name}_{it}"));
            unique = candidates.find(free).unwrap_or(unique);
            self.found.names.insert(unique.clone());
        }
        if let Some(innermost) = self.scopes.last_mut() {
            innermost.insert(name.to_owned(), unique.clone());
        }
        unique
    }

    fn visible(&self, name: &str) -> Option<&String> {
        self.scopes.iter().rev().find_map(|it| it.get(name))
    }
}

impl Visitor for Renamer {
    fn expr(&mut self, _expr: &mut Expr) {}

    fn stmt(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Struct(def) => {
                for base in &mut def.bases {
                    if let Some(unique) = self.visible(&base.name) {
                        base.name.clone_from(unique);
                    }
                }
                if let Some(name) = &mut def.name {
                    name.name = self.local(&name.name);
                }
            }
            StmtKind::Typedef(it) => self.typedef = Some(it.name.name.clone()),
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if let TypeKind::Named(name) = &mut ty.kind
            && let Some(unique) = self.visible(name)
        {
            name.clone_from(unique);
        }
    }

    fn declared(&mut self, name: &mut Ident) {
        if self.typedef.as_ref() == Some(&name.name) {
            self.typedef = None;
            name.name = self.local(&name.name);
        }
    }

    fn enter(&mut self) {
        self.scopes.push(HashMap::default());
    }

    fn leave(&mut self) {
        self.scopes.pop();
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::check;

    #[test]
    fn a_type_ends_with_its_block() {
        check(
            "struct V { float a; }; typedef float W; float h(int x) { return 1; } float h(float x) { return 2; } \
             float f() { struct V { int a; }; typedef int W; V v; v.a = 3; W w = v.a; return h(w) + h(v.a); } \
             float g() { V v; v.a = U; W w = U; { typedef W W; struct T { W a; }; T t; t.a = w; w = t.a; } return h(w) + h(v.a); }",
            "Output[0] = f() + g();",
            &[
                "int a;",
                "typedef int W_2;",
                "V_2 v;",
                "v.a = 3;",
                "W_2 w = v.a;",
                "V v = { (float)0 };",
                "v.a = U;",
                "W w = U;",
                "typedef W W_3;",
                "W_3 a;",
                "T t;",
                "t.a = w;",
            ],
        );
    }
}
