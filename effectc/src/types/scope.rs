//! What a name means at some place of a function.

use crate::hash::HashMap;
use std::sync::Arc;

use super::declarations::{Declarations, Signature};
use super::ty::Ty;

/// The names that are visible at some place.
#[derive(Debug)]
pub(crate) struct Scope {
    declarations: Declarations,
    locals: Vec<HashMap<String, Ty>>,
    /// The struct whose method this is.
    structure: Option<Arc<str>>,
    /// Whether errors shall say what was probably meant.
    suggests: bool,
}

/// What is visible in a function only.
#[derive(Debug)]
pub(super) struct Hidden {
    locals: Vec<HashMap<String, Ty>>,
    structure: Option<Arc<str>>,
}

/// Stands before the name of a global where it means the global whatever hides it.
pub(crate) const GLOBAL_MARK: char = '#';

impl Scope {
    /// Makes the scope outside of all functions.
    pub(crate) fn new(declarations: Declarations) -> Self {
        Self { declarations, locals: Vec::new(), structure: None, suggests: true }
    }

    /// The global names.
    pub(crate) fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    pub(super) fn declarations_mut(&mut self) -> &mut Declarations {
        &mut self.declarations
    }

    pub(super) fn enter(&mut self) {
        self.locals.push(HashMap::default());
    }

    pub(super) fn leave(&mut self) {
        self.locals.pop();
    }

    /// Enters a method of a struct, or a function outside of structs.
    pub(super) fn enter_struct(&mut self, structure: Option<Arc<str>>) {
        self.structure = structure;
    }

    /// Makes a local visible, in the innermost block.
    pub(super) fn declare(&mut self, name: &str, ty: Ty) {
        if let Some(innermost) = self.locals.last_mut() {
            innermost.insert(name.to_owned(), ty);
        }
    }

    /// Takes all locals, and the struct, out of sight. Gives them for [`Self::show`].
    pub(super) fn hide(&mut self) -> Hidden {
        let locals = std::mem::replace(&mut self.locals, vec![HashMap::default()]);
        Hidden { locals, structure: self.structure.take() }
    }

    /// Brings what was hidden back.
    pub(super) fn show(&mut self, hidden: Hidden) {
        self.locals = hidden.locals;
        self.structure = hidden.structure;
    }

    /// Whether a name that a global has means something else here: a local, or a member of the struct that this is a
    /// method of.
    pub(crate) fn hides(&self, name: &str) -> bool {
        let of_struct = |it: &Arc<str>| self.declarations.field(it, name).is_some();
        self.is_local(name) || self.structure.as_ref().is_some_and(of_struct)
    }

    /// Whether a name is a local or a parameter here.
    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.local(name).is_some()
    }

    fn local(&self, name: &str) -> Option<&Ty> {
        self.locals.iter().rev().find_map(|it| it.get(name))
    }

    /// The struct whose method this is.
    pub(crate) fn structure(&self) -> Option<&Arc<str>> {
        self.structure.as_ref()
    }

    /// The type of a variable, a member of the struct that this is a method of among them; none when there is no
    /// such variable.
    pub(crate) fn variable(&self, name: &str) -> Option<Ty> {
        if let Some(global) = name.strip_prefix(GLOBAL_MARK) {
            return self.declarations.global(global).cloned();
        }
        if let Some(local) = self.local(name) {
            return Some(local.clone());
        }
        if let Some(structure) = &self.structure {
            if name == "this" {
                return Some(Ty::Struct(structure.clone()));
            }
            if let Some(field) = self.declarations.field(structure, name) {
                return Some(field.clone());
            }
        }
        self.declarations.global(name).cloned()
    }

    /// The functions that a call of a name may mean: methods of the struct that this is a method of hide others.
    pub(crate) fn functions(&self, name: &str) -> Vec<&Signature> {
        if let Some(structure) = &self.structure {
            let methods = self.declarations.methods(structure, name);
            if !methods.is_empty() {
                return methods;
            }
        }
        self.declarations.overloads(name).map(|it| it.iter().collect()).unwrap_or_default()
    }

    /// Whether there is a function of the effect's own with this name.
    pub(crate) fn has_function(&self, name: &str) -> bool {
        !self.functions(name).is_empty()
    }

    /// Whether errors shall say what was probably meant.
    pub(super) fn suggests(&self) -> bool {
        self.suggests
    }

    /// There are so many errors that suggestions help nobody.
    pub(super) fn stop_suggesting(&mut self) {
        self.suggests = false;
    }

    /// Names of variables, for suggestions.
    pub(super) fn variable_names(&self) -> Vec<&str> {
        if !self.suggests {
            return Vec::new();
        }
        let locals = self.locals.iter().flat_map(|it| it.keys().map(String::as_str));
        let mut names: Vec<&str> = locals.chain(self.declarations.global_names()).collect();
        names.sort_unstable();
        names
    }
}
