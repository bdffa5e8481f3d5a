//! The state of the work on one unit, and its beginning and end.

use crate::hash::{HashMap, HashSet};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use super::environment::Environment;
use super::specialise::{Key, Open, copies_key};
use super::unroll;
use crate::ast::{
    self, ArrayDim, Function, Ident, Item, ObjectKind, Stmt, StructDef, Type, TypeKind,
};
use crate::check::Checked;
use crate::check::types::Types;
use crate::diagnostic::Diagnostic;
use crate::lower::rewrite::Rewrite;
use crate::lower::unit::Unit;

/// Makes every use of a texture, sampler or buffer name a global one, and declares those that are used.
///
/// # Errors
/// An object that is only known at run time, and what Vulkan or the HLSL compiler has no form for.
pub(in crate::lower) fn resolve(
    unit: &mut Unit<'_>,
    checked: &Checked<'_>,
) -> Result<(), Diagnostic> {
    if unit.has(Rewrite::OffsetLoops) {
        unit.functions_mut().try_for_each(|it| unroll::unroll(it, &checked.symbols))?;
    }
    let mut resolver = Resolver::new(unit, checked);
    let items = std::mem::take(&mut unit.tree.items);
    let mut kept = Vec::new();
    for item in items {
        kept.push(resolver.item(item)?);
    }
    resolver.walk_copies()?;
    let mut items = resolver.declarations();
    items.append(&mut resolver.helpers);
    for item in kept.into_iter().flatten() {
        resolver.place_copies(item, &mut items);
    }
    unit.tree.items = items;
    Ok(())
}

/// An object that lowered code uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Used {
    /// A texture or buffer, by its index.
    Resource(usize),
    /// The counter of a buffer, by the buffer's index.
    Counter(usize),
    /// A sampler, by its index.
    Sampler(usize),
}

/// The work on one unit.
pub(super) struct Resolver<'r, 'a> {
    pub(super) checked: &'r Checked<'a>,
    pub(super) unit: Frame<'r>,
    /// The unit's functions by name, as the user wrote them.
    pub(super) functions: HashMap<String, Vec<Rc<Function>>>,
    /// The methods of its structs by name, each with its class, wherever it stands.
    pub(super) methods: HashMap<String, Vec<Rc<Function>>>,
    pub(super) structs: HashMap<String, StructDef>,
    /// Copies of functions, by what they are copied for: their names.
    pub(super) made: HashMap<Key, String>,
    /// How many copies each function has.
    pub(super) copy_counts: HashMap<String, usize>,
    /// Copies whose bodies wait to be walked.
    pub(super) open: VecDeque<Open>,
    /// Copies of functions, by what [`copies_key`] says.
    pub(super) copies: HashMap<String, Vec<Function>>,
    /// Helper functions, in the order in which they were made, and their names by what they do.
    pub(super) helpers: Vec<Item>,
    pub(super) helper_names: HashMap<String, String>,
    pub(super) used: BTreeSet<Used>,
    /// Statements to stand before the one that is walked.
    pub(super) pending: Vec<Stmt>,
    taken: HashSet<String>,
    placed: HashSet<String>,
}

/// What the unit says of itself.
pub(super) struct Frame<'r> {
    pub(super) stage: crate::effect::Stage,
    pub(super) rewrites: &'r crate::lower::rewrite::Rewrites,
}

impl<'r, 'a> Resolver<'r, 'a> {
    fn new(unit: &Unit<'r>, checked: &'r Checked<'a>) -> Self {
        let mut functions: HashMap<String, Vec<Rc<Function>>> = HashMap::default();
        let mut methods: HashMap<String, Vec<Rc<Function>>> = HashMap::default();
        let mut structs = HashMap::default();
        let mut taken: HashSet<String> = HashSet::default();
        for item in &unit.tree.items {
            match item {
                Item::Function(function) => {
                    let list = if function.class.is_some() { &mut methods } else { &mut functions };
                    let overloads = list.entry(function.name.name.clone()).or_default();
                    overloads.push(Rc::new(function.clone()));
                    taken.insert(function.name.name.clone());
                }
                Item::Struct(def) => {
                    if let Some(name) = &def.name {
                        structs.insert(name.name.clone(), def.clone());
                        for method in &def.methods {
                            let list = methods.entry(method.name.name.clone()).or_default();
                            let class = Some(name.clone());
                            list.push(Rc::new(Function { class, ..method.clone() }));
                            taken.insert(method.name.name.clone());
                        }
                    }
                }
                _ => {}
            }
        }
        taken.extend(checked.symbols.variables.keys().map(|it| (*it).to_owned()));
        taken.extend(checked.symbols.structs.keys().map(|it| (*it).to_owned()));
        taken.extend(checked.symbols.typedefs.keys().map(|it| (*it).to_owned()));
        Self {
            checked,
            unit: Frame { stage: unit.stage, rewrites: unit.rewrites },
            functions,
            methods,
            structs,
            made: HashMap::default(),
            copy_counts: HashMap::default(),
            open: VecDeque::new(),
            copies: HashMap::default(),
            helpers: Vec::new(),
            helper_names: HashMap::default(),
            used: BTreeSet::new(),
            pending: Vec::new(),
            taken,
            placed: HashSet::default(),
        }
    }

    /// Walks an item; none for what goes away.
    fn item(&mut self, item: Item) -> Result<Option<Item>, Diagnostic> {
        Ok(match item {
            Item::Function(mut function) => {
                if !self.takes_objects(&function) {
                    let environment = self.fields(function.class.as_ref());
                    self.function(&mut function, environment)?;
                }
                Some(Item::Function(function))
            }
            Item::Struct(mut def) => {
                for method in &mut def.methods {
                    if !self.takes_objects(method) {
                        let environment = self.fields(def.name.as_ref());
                        self.function(method, environment)?;
                    }
                }
                self.remove_object_fields(&mut def);
                Some(Item::Struct(def))
            }
            Item::Variable(mut variable) => {
                if self.object_kind(&variable.ty).is_some() {
                    return Ok(None);
                }
                if let Some(init) = &mut variable.init {
                    self.expr(init, &mut Environment::new())?;
                }
                Some(Item::Variable(variable))
            }
            other => Some(other),
        })
    }

    /// Puts an item into the list: in the place of each function that takes objects stand its copies, and in that of its
    /// prototype theirs.
    fn place_copies(&mut self, item: Item, items: &mut Vec<Item>) {
        let function = match item {
            Item::Struct(mut def) => {
                self.place_methods(&mut def);
                return items.push(Item::Struct(def));
            }
            Item::Function(ref function) => function,
            other => return items.push(other),
        };
        let name = copies_key(function);
        let takes_objects = self.takes_objects(function);
        if takes_objects && function.body.is_none() && self.placed.insert(name.clone()) {
            for copy in self.copies.get(&name).into_iter().flatten() {
                let mut prototype = Function { body: None, ..copy.clone() };
                prototype.attributes.clear();
                items.push(Item::Function(prototype));
            }
        }
        if !takes_objects {
            return items.push(item);
        }
        let has_prototype = self.placed.contains(&name);
        let is_copy = |it: &&mut Function| it.span == function.span && it.body.is_some();
        let copies = self.copies.get_mut(&name);
        for copy in copies.into_iter().flatten().filter(is_copy) {
            let mut definition = copy.clone();
            copy.body = None;
            if has_prototype {
                definition.params.iter_mut().for_each(|it| it.init = None);
            }
            items.push(Item::Function(definition));
        }
    }

    /// Puts copies of methods that take objects in their places.
    fn place_methods(&mut self, def: &mut StructDef) {
        let Some(name) = def.name.as_ref().map(|it| it.name.clone()) else { return };
        for method in std::mem::take(&mut def.methods) {
            if !self.takes_objects(&method) {
                def.methods.push(method);
                continue;
            }
            let list = self.copies.get(&format!("::{}", method.name.name));
            let is_own = |it: &&Function| {
                it.span == method.span && it.class.as_ref().is_some_and(|it| it.name == name)
            };
            let copies = list.into_iter().flatten().filter(is_own);
            def.methods.extend(copies.map(|it| Function { class: None, ..it.clone() }));
        }
    }

    /// The names in a method of a struct that its members are.
    pub(super) fn fields(&self, class: Option<&Ident>) -> Environment {
        let mut environment = Environment::new();
        if let Some(def) = class.and_then(|it| self.structs.get(&it.name)) {
            def.fields.iter().for_each(|it| self.declare(it, &mut environment));
        }
        environment
    }

    /// The kind of object that a type is: texture, buffer or sampler.
    pub(super) fn object_kind(&self, ty: &Type) -> Option<ObjectKind> {
        match &self.checked.symbols.resolve(ty, &mut Vec::new()).kind {
            TypeKind::Object(kind, _) if is_passed(*kind) => Some(*kind),
            _ => None,
        }
    }

    /// Whether a function has a parameter that is or holds an object.
    pub(super) fn takes_objects(&self, function: &Function) -> bool {
        function.params.iter().any(|it| {
            self.object_kind(&it.ty).is_some() || !self.object_fields(&it.ty, 0).is_empty()
        })
    }

    /// The objects inside of a structure: their paths.
    pub(super) fn object_fields(&self, ty: &Type, depth: usize) -> Vec<String> {
        let TypeKind::Named(name) = &self.checked.symbols.resolve(ty, &mut Vec::new()).kind else {
            return Vec::new();
        };
        let Some(def) = self.structs.get(name).filter(|_| depth < 16) else { return Vec::new() };
        let mut found = Vec::new();
        for field in &def.fields {
            if self.object_kind(&field.ty).is_some() {
                found.push(field.name.name.clone());
            }
            let inner = self.object_fields(&field.ty, depth + 1);
            found.extend(inner.into_iter().map(|it| format!("{}.{it}", field.name.name)));
        }
        found
    }

    fn remove_object_fields(&self, def: &mut StructDef) {
        def.fields.retain(|it| self.object_kind(&it.ty).is_none());
    }

    /// The global variable of an object, if a name is one.
    pub(super) fn global(&self, name: &str) -> Option<&'a ast::Variable> {
        let variable = self.checked.symbols.variables.get(name)?.node;
        self.object_kind(&variable.ty)?;
        Some(variable)
    }

    /// The dimensions of a global array.
    pub(super) fn dims(&self, variable: &'a ast::Variable) -> Vec<&'a ArrayDim> {
        let mut dims: Vec<&ArrayDim> = variable.array.iter().collect();
        let _ = self.checked.symbols.resolve(&variable.ty, &mut dims);
        dims
    }

    /// The sizes of a global array.
    pub(super) fn counts(&self, name: &str) -> Result<Vec<u32>, Diagnostic> {
        match self.global(name) {
            Some(variable) => {
                Types { symbols: &self.checked.symbols }.array_counts(&self.dims(variable))
            }
            None => Ok(Vec::new()),
        }
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let mut found = name.to_owned();
        let mut number = 1;
        while !self.taken.insert(found.clone()) {
            number += 1;
            found = format!("{name}_{number}");
        }
        found
    }
}

/// Whether an object is one that the effect binds; streams and patches are not.
fn is_passed(kind: ObjectKind) -> bool {
    use crate::check::is_bound_object;
    is_bound_object(kind)
}
