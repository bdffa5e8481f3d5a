//! What an entry point can reach: functions, types, globals and buffers.
//!
//! The HLSL compiler is confused by what an entry point does not use (FX.md 0.5), so only this is given to it.

use crate::check::{Checked, Entry};
use crate::hash::HashMap;
use crate::lower::names;

/// What the global names of an effect mention, for all of its entry points.
#[derive(Debug)]
pub(super) struct Mentions<'a> {
    /// The numbers of all functions, types and variables.
    numbers: HashMap<&'a str, usize>,
    /// What the declarations of each name mention, by their numbers. Constant buffers come after the names: a member
    /// mentions its buffer, and a buffer what its members need.
    of: Vec<Vec<usize>>,
    /// How many names there are.
    name_count: usize,
    /// The number of the buffer of loose globals.
    globals: Option<usize>,
}

impl<'a> Mentions<'a> {
    /// Looks through the whole effect. A local that hides a global counts as the global: too much is harmless here.
    pub(super) fn new(checked: &Checked<'a>) -> Self {
        let symbols = &checked.symbols;
        let mut numbers: HashMap<&'a str, usize> = HashMap::default();
        let names = symbols.functions.keys().chain(symbols.structs.keys());
        for name in names.chain(symbols.typedefs.keys()).chain(symbols.variables.keys()) {
            let next = numbers.len();
            numbers.entry(*name).or_insert(next);
        }
        let name_count = numbers.len();
        let mut of = vec![Vec::new(); name_count + checked.buffers.len()];
        for (name, functions) in &symbols.functions {
            for function in functions {
                note(&numbers, &mut of, name, |sink| names::of_function(function.node, sink));
                // Methods that are defined outside of their struct come with it.
                if let Some(class) = &function.node.class {
                    note(&numbers, &mut of, &class.name, |sink| {
                        names::of_function(function.node, sink);
                    });
                }
            }
        }
        for (name, found) in &symbols.structs {
            note(&numbers, &mut of, name, |sink| names::of_struct(found.node, sink));
        }
        for (name, found) in &symbols.typedefs {
            note(&numbers, &mut of, name, |sink| {
                names::of_type(&found.node.ty, sink);
                names::of_dims(&found.node.array, sink);
            });
        }
        for (name, found) in &symbols.variables {
            note(&numbers, &mut of, name, |sink| names::of_variable(found.node, sink));
        }
        for (buffer, number) in checked.buffers.iter().zip(name_count..) {
            for member in &buffer.members {
                if let Some(name) = numbers.get(member.node.name.name.as_str()) {
                    of[*name].push(number);
                }
                // The layout is one for every stage, so all members come with one.
                names::of_variable(member.node, &mut |name| of[number].extend(numbers.get(name)));
            }
        }
        for all in &mut of {
            all.sort_unstable();
            all.dedup();
        }
        let globals = checked.buffers.iter().position(|it| it.node.is_none());
        Self { numbers, of, name_count, globals: globals.map(|it| name_count + it) }
    }
}

/// Notes what a part of the tree mentions, for the name that it declares.
fn note(
    numbers: &HashMap<&str, usize>,
    of: &mut [Vec<usize>],
    name: &str,
    mention: impl FnOnce(&mut names::Sink<'_>),
) {
    if let Some(all) = numbers.get(name).and_then(|it| of.get_mut(*it)) {
        mention(&mut |name| all.extend(numbers.get(name)));
    }
}

/// The names that an entry point reaches.
#[derive(Debug)]
pub(super) struct Reached<'m, 'a> {
    mentions: &'m Mentions<'a>,
    /// Whether it reaches what has a number.
    is_reached: Vec<bool>,
}

impl Reached<'_, '_> {
    /// Whether a global name is reached.
    pub(super) fn has(&self, name: &str) -> bool {
        self.mentions.numbers.get(name).is_some_and(|it| self.is_reached[*it])
    }

    /// Whether a member of the constant buffer with an index is.
    pub(super) fn has_buffer(&self, index: usize) -> bool {
        self.is_reached.get(self.mentions.name_count + index).is_some_and(|it| *it)
    }

    /// Whether a loose global is.
    pub(super) fn has_globals(&self) -> bool {
        self.mentions.globals.is_some_and(|it| self.is_reached[it])
    }
}

/// Follows all names from `entry`.
pub(super) fn reach<'m, 'a>(mentions: &'m Mentions<'a>, entry: &Entry<'_>) -> Reached<'m, 'a> {
    let mut open: Vec<usize> = Vec::new();
    let mut mention = |name: &str| open.extend(mentions.numbers.get(name));
    names::of_function(entry.function, &mut mention);
    for argument in &entry.arguments {
        names::of_expr(argument.value, &mut mention);
    }
    for instance in &entry.interfaces {
        names::of_expr(instance.value, &mut mention);
    }
    let mut is_reached = vec![false; mentions.of.len()];
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut is_reached[number], true) {
            open.extend(&mentions.of[number]);
        }
    }
    Reached { mentions, is_reached }
}
