//! What an entry point can reach: functions, types, globals and buffers.
//!
//! The HLSL compiler is confused by what an entry point does not use (FX.md 0.5), so only this is given to it.

use crate::hash::{HashMap, HashSet};

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
    let mut open = Open::default();
    names::of_function(entry.function, &mut |name| open.mention(name));
    for argument in &entry.arguments {
        names::of_expr(argument.value, &mut |name| open.mention(name));
    }
    for instance in &entry.interfaces {
        names::of_expr(instance.value, &mut |name| open.mention(name));
    }
    let homes = Homes::new(checked);
    while let Some(name) = open.next.pop() {
        visit(checked, &homes, &name, &mut reached, &mut |found| open.mention(found));
    }
    reached.names = open.seen;
    reached
}

/// Names that were mentioned.
#[derive(Default)]
struct Open {
    seen: HashSet<String>,
    /// Those that are still to be followed.
    next: Vec<String>,
}

impl Open {
    fn mention(&mut self, name: &str) {
        if !self.seen.contains(name) {
            self.seen.insert(name.to_owned());
            self.next.push(name.to_owned());
        }
    }
}

/// Where names of the effect belong.
struct Homes<'h> {
    /// Indices of the constant buffers that have a member of a name.
    buffers: HashMap<&'h str, Vec<usize>>,
    /// Methods that are defined outside of their struct, by its name.
    methods: HashMap<&'h str, Vec<&'h ast::Function>>,
}

impl<'h> Homes<'h> {
    fn new(checked: &'h Checked<'_>) -> Self {
        let mut buffers: HashMap<&str, Vec<usize>> = HashMap::default();
        for (index, buffer) in checked.buffers.iter().enumerate() {
            for member in &buffer.members {
                buffers.entry(member.node.name.name.as_str()).or_default().push(index);
            }
        }
        let mut methods: HashMap<&str, Vec<&ast::Function>> = HashMap::default();
        for function in checked.symbols.functions.values().flatten() {
            if let Some(class) = &function.node.class {
                methods.entry(class.name.as_str()).or_default().push(function.node);
            }
        }
        Self { buffers, methods }
    }
}

fn visit(
    checked: &Checked<'_>,
    homes: &Homes<'_>,
    name: &str,
    reached: &mut Reached,
    sink: &mut names::Sink<'_>,
) {
    let symbols = &checked.symbols;
    if let Some(functions) = symbols.functions.get(name) {
        functions.iter().for_each(|it| names::of_function(it.node, sink));
    }
    if let Some(found) = symbols.structs.get(name) {
        names::of_struct(found.node, sink);
        homes.methods.get(name).into_iter().flatten().for_each(|it| names::of_function(it, sink));
    }
    if let Some(found) = symbols.typedefs.get(name) {
        names::of_type(&found.node.ty, sink);
        names::of_dims(&found.node.array, sink);
    }
    if let Some(found) = symbols.variables.get(name) {
        names::of_variable(found.node, sink);
    }
    for index in homes.buffers.get(name).into_iter().flatten() {
        let Some(buffer) = checked.buffers.get(*index) else { continue };
        let is_new = match buffer.node {
            Some(_) => reached.buffers.insert(*index),
            None => !std::mem::replace(&mut reached.globals, true),
        };
        // The layout is one for every stage, so all members come with one.
        if is_new {
            buffer.members.iter().for_each(|it| names::of_variable(it.node, sink));
        }
    }
}
