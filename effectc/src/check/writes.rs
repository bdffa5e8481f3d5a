//! What code writes: assignments, `++`, and arguments of parameters that are `out`.

use crate::hash::{HashMap, HashSet};

use crate::ast::parts::Role;
use crate::ast::parts::read::{self, Part};
use crate::ast::visit::{self, Visitor};
use crate::ast::{Expr, ExprKind, Function, Item, ModifierKind};
use crate::types::{intrinsic_outputs, method_outputs};

/// Which arguments calls write, by the name of the function or method. Overloads that take as many arguments are taken
/// together: what one of them writes counts as written.
#[derive(Debug, Default)]
pub struct Outputs {
    by_name: HashMap<String, Vec<Callable>>,
}

/// A function, as a call sees it.
#[derive(Debug)]
struct Callable {
    /// How few arguments it takes, and how many.
    counts: (usize, usize),
    /// Positions of those that it writes.
    outputs: Vec<usize>,
}

impl Outputs {
    /// The functions and methods of an effect.
    #[must_use]
    pub fn of(items: &[Item]) -> Self {
        let mut outputs = Self::default();
        for item in items {
            match item {
                Item::Function(function) => outputs.add(&function.name.name, function, 0),
                Item::Struct(def) => {
                    def.methods.iter().for_each(|it| outputs.add(&it.name.name, it, 0));
                }
                _ => {}
            }
        }
        outputs
    }

    /// Adds a function by the name that calls use, which put `skipped` arguments before those of its parameters.
    pub fn add(&mut self, name: &str, function: &Function, skipped: usize) {
        let is_output = |it: &crate::ast::Param| {
            it.modifiers.has(ModifierKind::Out) || it.modifiers.has(ModifierKind::InOut)
        };
        let params = function.params.iter().enumerate();
        let outputs = params.filter(|(_, it)| is_output(it)).map(|(at, _)| at + skipped).collect();
        // Trailing parameters with values may be left out.
        let least = function.params.iter().take_while(|it| it.init.is_none()).count();
        let counts = (least + skipped, function.params.len() + skipped);
        self.by_name.entry(name.to_owned()).or_default().push(Callable { counts, outputs });
    }

    /// Positions of the arguments that a call writes; `built_in` says it where the effect has no such function.
    fn written(
        &self,
        name: &str,
        count: usize,
        built_in: fn(&str, usize) -> Vec<usize>,
    ) -> Vec<usize> {
        let callables = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        let mut fitting =
            callables.iter().filter(|it| (it.counts.0..=it.counts.1).contains(&count)).peekable();
        match fitting.peek() {
            Some(_) => fitting.flat_map(|it| it.outputs.iter().copied()).collect(),
            None => built_in(name, count),
        }
    }

    /// Reports the places that an expression writes by itself; its parts may write more.
    pub fn places<'e>(&self, expr: &'e Expr, found: &mut dyn FnMut(&'e Expr)) {
        match &expr.kind {
            ExprKind::Assign(..) | ExprKind::Unary(..) => read::of_expr(expr, &mut |part| {
                if let Part::Expr(Role::Target, place) = part {
                    found(place);
                }
            }),
            ExprKind::Call(function, args) => {
                let written = self.written(&function.name, args.len(), intrinsic_outputs);
                written.iter().filter_map(|it| args.get(*it)).for_each(found);
            }
            ExprKind::Method(_, method, args) => {
                let written = self.written(&method.name, args.len(), method_outputs);
                written.iter().filter_map(|it| args.get(*it)).for_each(found);
            }
            _ => {}
        }
    }
}

/// The variable that a place is part of: `a` of `a.b[2].xyz`.
#[must_use]
pub fn root_name(place: &Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member(inner, _) | ExprKind::Index(inner, _) | ExprKind::Cast(_, _, inner) => {
            root_name(inner)
        }
        _ => None,
    }
}

/// The names of all variables that functions and methods of an effect write to, local ones too.
#[must_use]
pub fn written_names(items: &[Item], outputs: &Outputs) -> HashSet<String> {
    let mut writes = Writes { outputs, names: HashSet::default() };
    for item in items {
        match item {
            Item::Function(function) => visit::function(function, &mut writes),
            Item::Struct(def) => {
                def.methods.iter().for_each(|it| visit::function(it, &mut writes));
            }
            _ => {}
        }
    }
    writes.names
}

/// The names of all variables that one function writes to.
#[must_use]
pub fn written_names_of(function: &Function, outputs: &Outputs) -> HashSet<String> {
    let mut writes = Writes { outputs, names: HashSet::default() };
    visit::function(function, &mut writes);
    writes.names
}

struct Writes<'w> {
    outputs: &'w Outputs,
    names: HashSet<String>,
}

impl Visitor for Writes<'_> {
    fn expr(&mut self, expr: &Expr) {
        let names = &mut self.names;
        self.outputs.places(expr, &mut |place| names.extend(root_name(place).map(str::to_owned)));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::parse::parse_effect;
    use crate::preprocess::{MemoryLoader, PreprocessOptions};
    use crate::source::SourceMap;

    #[test]
    fn what_is_written_is_found_wherever_it_stands() {
        let text = "float a, b, c, d, e, f, g, h, i, j, k, l, m;
            void own(float x, out float y, inout float z) { y = x; }
            void own(float x) { }
            struct S { float q; void set(out float x) { x = q; d += 1; } };
            Texture2D T; groupshared uint counted;
            void test() {
                a = l; b++; --c; S s; s.set(e); own(m, f, g); own(h);
                float4x4 local; local[1].x = 2; sincos(i, j, k); T.GetDimensions(n, o);
                InterlockedAdd(counted, 1);
                if (p < 1) { for (q = 0; ; r -= 1) { } }
            }";
        let mut sources = SourceMap::new();
        let loader = MemoryLoader::new([("a.fx", text)]);
        let parsed =
            parse_effect(&mut sources, &loader, &PreprocessOptions::default(), Path::new("a.fx"));
        let items = &parsed.effect.items;
        let mut names: Vec<String> =
            written_names(items, &Outputs::of(items)).into_iter().collect();
        names.sort();
        assert_eq!(names.join(" "), "a b c counted d e f g j k local n o q r x y");
    }
}
