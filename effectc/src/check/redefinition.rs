//! Names that are declared twice.
//!
//! fxc refuses a second global of a name (members of constant buffers are globals, whichever buffer they are in), a
//! second type, a second parameter, and a second body of a function with the same parameters. It takes several constant buffers of one
//! name, prototypes, and a global that is named like a type or function.

use crate::hash::HashMap;
use std::collections::hash_map::Entry;

use crate::ast::{self, Ident, Item, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::{Declarations, Ty};

/// Reports what is declared twice, with a note at the first.
pub(super) fn check(effect: &ast::Effect, diagnostics: &mut Vec<Diagnostic>) {
    let declarations = Declarations::new(effect);
    let mut finder = Finder {
        variables: HashMap::default(),
        types: HashMap::default(),
        functions: HashMap::default(),
        techniques: HashMap::default(),
        diagnostics,
    };
    for item in &effect.items {
        match item {
            Item::Variable(variable) => finder.variable(&variable.name),
            Item::ConstantBuffer(buffer) => {
                buffer.members.iter().for_each(|it| finder.variable(&it.name));
            }
            Item::Struct(def) => {
                def.name.iter().for_each(|it| finder.ty(it));
                def.methods.iter().for_each(|it| finder.params(it));
            }
            Item::Typedef(it) => {
                // `typedef struct S S;` says nothing new.
                let is_same = matches!(&it.ty.kind, TypeKind::Named(name) if *name == it.name.name);
                if !is_same {
                    finder.ty(&it.name);
                }
            }
            Item::Function(function) => finder.function(function, &declarations),
            Item::Technique(technique) => finder.technique(None, technique),
            Item::Group(group) => {
                let name = group.name.as_ref().map(|it| it.name.as_str());
                group.techniques.iter().for_each(|it| finder.technique(Some(name), it));
            }
            Item::PackMatrix(_) => {}
        }
    }
}

/// A function by class, name, and types of its parameters.
type FunctionKey<'a> = (Option<&'a str>, &'a str, String);

struct Finder<'f, 'a> {
    variables: HashMap<&'a str, Span>,
    types: HashMap<&'a str, Span>,
    functions: HashMap<FunctionKey<'a>, Span>,
    /// By the group that they are in; groups may have no name.
    techniques: HashMap<(Option<Option<&'a str>>, &'a str), Span>,
    diagnostics: &'f mut Vec<Diagnostic>,
}

impl<'a> Finder<'_, 'a> {
    fn variable(&mut self, name: &'a Ident) {
        if let Some(first) = seen(&mut self.variables, &name.name, name.span) {
            self.diagnostics.push(twice(name, first));
        }
    }

    fn ty(&mut self, name: &'a Ident) {
        if let Some(first) = seen(&mut self.types, &name.name, name.span) {
            self.diagnostics.push(twice(name, first));
        }
    }

    fn params(&mut self, function: &'a ast::Function) {
        for (index, param) in function.params.iter().enumerate() {
            let name = &param.name;
            let first = function.params[..index].iter().find(|it| it.name.name == name.name);
            if let Some(first) = first.filter(|_| !name.name.is_empty()) {
                self.diagnostics.push(twice(name, first.name.span));
            }
        }
    }

    fn function(&mut self, function: &'a ast::Function, declarations: &Declarations) {
        self.params(function);
        let params = declarations.signature(function).params;
        // Types that are not told could differ.
        if function.body.is_none() || params.iter().any(|it| !is_known(&it.ty)) {
            return;
        }
        let types: Vec<&Ty> = params.iter().map(|it| &it.ty).collect();
        let class = function.class.as_ref().map(|it| it.name.as_str());
        let key = (class, function.name.name.as_str(), format!("{types:?}"));
        let name = &function.name;
        if let Some(first) = seen(&mut self.functions, key, name.span) {
            let message = format!("`{}` has a second body for the same parameters", name.name);
            self.diagnostics.push(
                Diagnostic::error(name.span, message).with_note_at(first, "the first is here"),
            );
        }
    }

    /// Programs find a technique by its name, which gives them the first; the second can still be counted to.
    fn technique(&mut self, group: Option<Option<&'a str>>, technique: &'a ast::Technique) {
        let Some(name) = &technique.name else { return };
        if let Some(first) = seen(&mut self.techniques, (group, &name.name), name.span) {
            let message = format!("there are two techniques `{}`", name.name);
            let help = "programs that ask for it by name get the first";
            let warning = Diagnostic::warning(name.span, message).with_help(help);
            self.diagnostics.push(warning.with_note_at(first, "the first is here"));
        }
    }
}

/// Remembers where a name is declared first, and gives that place for another.
fn seen<K: std::hash::Hash + Eq>(known: &mut HashMap<K, Span>, key: K, span: Span) -> Option<Span> {
    match known.entry(key) {
        Entry::Occupied(first) => Some(*first.get()),
        Entry::Vacant(place) => {
            place.insert(span);
            None
        }
    }
}

fn twice(name: &Ident, first: Span) -> Diagnostic {
    Diagnostic::error(name.span, format!("`{}` is declared twice", name.name))
        .with_note_at(first, "it is declared here first")
}

fn is_known(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown => false,
        Ty::Array(element, count) => count.is_some() && is_known(element),
        Ty::Void | Ty::Number(_) | Ty::Struct(_) | Ty::Object(..) => true,
    }
}
