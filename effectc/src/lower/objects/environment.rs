//! What local names stand for while a function is walked.

use crate::hash::HashMap;

use super::place::Place;
use super::specialise::path_of;
use crate::ast::{Expr, ExprKind};
use crate::source::Span;

/// What a local name is.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// No object, or a structure, whose objects have names of their own (`material.diffuse`).
    Value,
    /// An object that nothing was given to yet.
    Unset,
    /// An object.
    Object(Place),
    /// An object that was given one thing or another, depending on a condition.
    Unclear(Span),
}

/// The names in force, with what conditions they stand under.
#[derive(Debug)]
pub(super) struct Environment {
    scopes: Vec<HashMap<String, Binding>>,
    /// Whether there may be names of objects in structures.
    has_members: bool,
    /// For each branch that is open: how many scopes there were, and what objects outside of it stood for before.
    branches: Vec<(usize, HashMap<String, Binding>)>,
}

impl Environment {
    pub(super) fn new() -> Self {
        Self { scopes: vec![HashMap::default()], has_members: false, branches: Vec::new() }
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(HashMap::default());
    }

    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn declare(&mut self, name: &str, binding: Binding) {
        self.has_members |= name.contains('.');
        if let Some(innermost) = self.scopes.last_mut() {
            innermost.insert(name.to_owned(), binding);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|it| it.get(name))
    }

    /// What an expression stands for, if it is such a name.
    pub(super) fn binding(&self, expr: &Expr) -> Option<&Binding> {
        match &expr.kind {
            ExprKind::Name(name) => self.get(name),
            ExprKind::Member(..) if self.has_members => self.get(&path_of(expr)?),
            _ => None,
        }
    }

    /// Objects of a structure: `path.` and what they stand for.
    pub(super) fn members(&self, path: &str) -> Vec<(String, Binding)> {
        let prefix = format!("{path}.");
        let scope = self.scopes.iter().rev().find(|it| it.contains_key(path));
        let members = scope.into_iter().flatten();
        let mut found: Vec<(String, Binding)> = members
            .filter_map(|(name, binding)| {
                Some((name.strip_prefix(&prefix)?.to_owned(), binding.clone()))
            })
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// Gives an object to a local name.
    pub(super) fn assign(&mut self, name: &str, place: Place) {
        self.set(name, Binding::Object(place));
    }

    /// What a local name stands for cannot be told from here on.
    pub(super) fn blur(&mut self, name: &str, span: Span) {
        self.set(name, Binding::Unclear(span));
    }

    fn set(&mut self, name: &str, binding: Binding) {
        let Some(level) = self.scopes.iter().rposition(|it| it.contains_key(name)) else { return };
        let Some(slot) = self.scopes[level].get_mut(name) else { return };
        let before = std::mem::replace(slot, binding);
        for (scope_count, saved) in &mut self.branches {
            if level < *scope_count {
                saved.entry(name.to_owned()).or_insert_with(|| before.clone());
            }
        }
    }

    /// Begins code that may run or not.
    pub(super) fn enter_branch(&mut self) {
        self.branches.push((self.scopes.len(), HashMap::default()));
    }

    /// Ends it: objects that it changed are unclear from here on.
    pub(super) fn leave_branch(&mut self, span: Span) {
        let Some((_, saved)) = self.branches.pop() else { return };
        for (name, before) in saved {
            let Some(slot) = self.scopes.iter_mut().rev().find_map(|it| it.get_mut(&name)) else {
                continue;
            };
            let is_same = match (&before, &*slot) {
                (Binding::Object(before), Binding::Object(now)) => before.is_same(now),
                _ => false,
            };
            if !is_same {
                *slot = Binding::Unclear(span);
            }
        }
    }
}
