//! What an entry point can reach: functions, types, globals and buffers.
//!
//! The HLSL compiler is confused by what an entry point does not use (FX.md 0.5), so only this is given to it.

use std::collections::HashSet;

use crate::ast;
use crate::check::{Checked, Entry};
use crate::lower::names;

/// The names that an entry point reaches.
#[derive(Debug, Default)]
pub(super) struct Reached {
    names: HashSet<String>,
    /// Whether it mentions a loose global.
    pub(super) globals: bool,
    /// Indices of constant buffers one of whose members it mentions.
    pub(super) buffers: HashSet<usize>,
}

impl Reached {
    /// Whether a global name is reached.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// Follows all names from `entry`. A local that hides a global counts as the global: too much is harmless here.
pub(super) fn reach(checked: &Checked<'_>, entry: &Entry<'_>) -> Reached {
    let mut reached = Reached::default();
    let mut open: Vec<String> = Vec::new();
    names::of_function(entry.function, &mut |name| open.push(name.to_owned()));
    for argument in &entry.arguments {
        names::of_expr(argument.value, &mut |name| open.push(name.to_owned()));
    }
    for instance in &entry.interfaces {
        names::of_expr(instance.value, &mut |name| open.push(name.to_owned()));
    }
    while let Some(name) = open.pop() {
        if !reached.names.insert(name.clone()) {
            continue;
        }
        visit(checked, &name, &mut reached, &mut |found| open.push(found.to_owned()));
    }
    reached
}

fn visit(checked: &Checked<'_>, name: &str, reached: &mut Reached, sink: &mut names::Sink<'_>) {
    let symbols = &checked.symbols;
    if let Some(functions) = symbols.functions.get(name) {
        functions.iter().for_each(|it| names::of_function(it.node, sink));
    }
    if let Some(found) = symbols.structs.get(name) {
        names::of_struct(found.node, sink);
        // Methods that are defined outside of it.
        let functions = symbols.functions.values().flatten();
        let is_method = |it: &ast::Function| it.class.as_ref().is_some_and(|it| it.name == name);
        functions.filter(|it| is_method(it.node)).for_each(|it| names::of_function(it.node, sink));
    }
    if let Some(found) = symbols.typedefs.get(name) {
        names::of_type(&found.node.ty, sink);
        names::of_dims(&found.node.array, sink);
    }
    if let Some(found) = symbols.variables.get(name) {
        names::of_variable(found.node, sink);
    }
    for (index, buffer) in checked.buffers.iter().enumerate() {
        let has_it = buffer.members.iter().any(|it| it.node.name.name == name);
        if !has_it {
            continue;
        }
        // The layout is one for every stage, so all members come with one.
        match buffer.node {
            Some(_) => {
                reached.buffers.insert(index);
            }
            None => reached.globals = true,
        }
        buffer.members.iter().for_each(|it| names::of_variable(it.node, sink));
    }
}
