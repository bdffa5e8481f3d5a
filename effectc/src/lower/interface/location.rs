//! Where the variables of all stages lie, and which shape each has.

use crate::hash::{HashMap, HashSet};
use std::collections::BTreeSet;

use super::{LinkKey, Meeting, Shape, wider};
use crate::lower::rewrite::{Rewrite, Rewrites};

/// Gives each key the first location that is free in every entry point that has it. Variables that never meet may
/// share one, so that large effects stay within the device's number of locations.
pub(super) fn assign(meetings: &[Meeting]) -> HashMap<LinkKey, u32> {
    let together: Vec<BTreeSet<&LinkKey>> = meetings
        .iter()
        .flat_map(|it| [it.inputs.keys().collect(), it.outputs.keys().collect()])
        .collect();
    let declared = meetings.iter().flat_map(|it| &it.order);
    let added = meetings.iter().flat_map(|it| it.inputs.keys().chain(it.outputs.keys()));
    let mut assigned: HashMap<LinkKey, u32> = HashMap::default();
    for key in declared.chain(added) {
        if assigned.contains_key(key) {
            continue;
        }
        let taken: HashSet<u32> = together
            .iter()
            .filter(|it| it.contains(key))
            .flatten()
            .filter_map(|it| assigned.get(*it).copied())
            .collect();
        let free = (0..).find(|it| !taken.contains(it)).unwrap_or(0);
        assigned.insert(key.clone(), free);
    }
    assigned
}

/// The one shape of each variable in all stages that some passes put together.
pub(super) struct Shapes {
    /// Variables that are joined have one representative.
    nodes: HashMap<(usize, bool, LinkKey), usize>,
    parents: Vec<usize>,
    shapes: Vec<Shape>,
}

impl Shapes {
    pub(super) fn new(meetings: &[Meeting], pairs: &[(usize, usize)], rewrites: &Rewrites) -> Self {
        let mut found = Self { nodes: HashMap::default(), parents: Vec::new(), shapes: Vec::new() };
        for (index, meeting) in meetings.iter().enumerate() {
            for (is_output, variables) in [(false, &meeting.inputs), (true, &meeting.outputs)] {
                for (key, shape) in variables {
                    found.nodes.insert((index, is_output, key.clone()), found.parents.len());
                    found.parents.push(found.parents.len());
                    found.shapes.push(*shape);
                }
            }
        }
        if rewrites.has(Rewrite::SameWidth) {
            for &(before, after) in pairs {
                for key in meetings[after].inputs.keys() {
                    found.join((before, true, key.clone()), (after, false, key.clone()));
                }
            }
        }
        found
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    fn join(&mut self, a: (usize, bool, LinkKey), b: (usize, bool, LinkKey)) {
        let (Some(a), Some(b)) = (self.nodes.get(&a), self.nodes.get(&b)) else { return };
        let (a, b) = (self.root(*a), self.root(*b));
        self.shapes[a] = wider(self.shapes[a], self.shapes[b]);
        self.parents[b] = a;
    }

    pub(super) fn of(&self, entry: usize, is_output: bool, key: &LinkKey) -> Option<Shape> {
        let node = *self.nodes.get(&(entry, is_output, key.clone()))?;
        Some(self.shapes[self.root(node)])
    }
}
