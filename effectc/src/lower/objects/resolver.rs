//! The state of the work on one unit, and its beginning and end.

use crate::hash::{HashMap, HashSet};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use super::environment::Environment;
use super::specialise::{Key, Open, copies_key};
use super::unroll;
use crate::ast::{
    ArrayDim, Function, Ident, Item, ObjectKind, Stmt, StructDef, Type, TypeKind, Variable,
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
    /// The unit's functions by name, as the user wrote them; without bodies where none of a name takes objects.
    pub(super) functions: HashMap<String, Vec<Rc<Function>>>,
    /// The methods of its structs by name, each with its class, wherever it stands.
    pub(super) methods: HashMap<String, Vec<Rc<Function>>>,
    /// The members of its structs.
    fields: HashMap<String, Vec<Variable>>,
    /// The paths of the objects inside of its structs that have some.
    object_fields: HashMap<String, Vec<String>>,
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
    /// Names of the unit's functions, and those that were made.
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
        let mut resolver = Self {
            checked,
            unit: Frame { stage: unit.stage, rewrites: unit.rewrites },
            functions: HashMap::default(),
            methods: HashMap::default(),
            fields: HashMap::default(),
            object_fields: HashMap::default(),
            made: HashMap::default(),
            copy_counts: HashMap::default(),
            open: VecDeque::new(),
            copies: HashMap::default(),
            helpers: Vec::new(),
            helper_names: HashMap::default(),
            used: BTreeSet::new(),
            pending: Vec::new(),
            taken: HashSet::default(),
            placed: HashSet::default(),
        };
        resolver.find_fields(unit);
        let (mut functions, mut methods) = (Vec::new(), Vec::new());
        for item in &unit.tree.items {
            match item {
                Item::Function(it) if it.class.is_some() => methods.push((it, it.class.as_ref())),
                Item::Function(it) => functions.push((it, None)),
                Item::Struct(def) => {
                    let name = def.name.as_ref();
                    methods
                        .extend(name.into_iter().flat_map(|_| &def.methods).map(|it| (it, name)));
                }
                _ => {}
            }
        }
        let names = functions.iter().chain(&methods).map(|(it, _)| it.name.name.clone());
        resolver.taken.extend(names);
        resolver.functions = resolver.by_name(&functions);
        resolver.methods = resolver.by_name(&methods);
        resolver
    }

    /// Notes the members of the unit's structs, and which of them are or hold objects.
    fn find_fields(&mut self, unit: &Unit<'_>) {
        for item in &unit.tree.items {
            if let Item::Struct(StructDef { name: Some(name), fields, .. }) = item {
                self.fields.insert(name.name.clone(), fields.clone());
            }
        }
        // Of the others it need not be asked what they are made of.
        let mut holders: HashSet<&str> = HashSet::default();
        loop {
            let is_holder = |(_, fields): &(&String, &Vec<Variable>)| {
                fields.iter().any(|it| match self.resolved(&it.ty) {
                    TypeKind::Object(kind, _) => is_passed(*kind),
                    TypeKind::Named(name) => holders.contains(name.as_str()),
                    _ => false,
                })
            };
            let found: Vec<&str> =
                self.fields.iter().filter(is_holder).map(|(it, _)| it.as_str()).collect();
            if found.len() == holders.len() {
                break;
            }
            holders.extend(found);
        }
        let paths = |name: &str| {
            let fields = self.fields.get(name).map_or(&[][..], Vec::as_slice);
            (name.to_owned(), self.objects_among(fields, &holders, 0))
        };
        self.object_fields = holders.iter().map(|it| paths(it)).collect();
    }

    /// Functions by name, each with the class that it is a method of. Only where one of a name takes objects are they
    /// copied, so that the bodies of the others are not needed.
    fn by_name(
        &self,
        functions: &[(&Function, Option<&Ident>)],
    ) -> HashMap<String, Vec<Rc<Function>>> {
        let takes_objects = |(it, _): &&(&Function, Option<&Ident>)| self.takes_objects(it);
        let copied = functions.iter().filter(takes_objects);
        let copied: HashSet<&str> = copied.map(|(it, _)| it.name.name.as_str()).collect();
        let mut found: HashMap<String, Vec<Rc<Function>>> = HashMap::default();
        for (function, class) in functions {
            let name = &function.name.name;
            let mut known = match copied.contains(name.as_str()) {
                true => Function::clone(function),
                false => function.head(),
            };
            known.class = class.cloned();
            found.entry(name.clone()).or_default().push(Rc::new(known));
        }
        found
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
                let mut prototype = copy.head();
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
        if let Some(fields) = class.and_then(|it| self.fields.get(&it.name)) {
            fields.iter().for_each(|it| self.declare(it, &mut environment));
        }
        environment
    }

    /// The kind of object that a type is: texture, buffer or sampler.
    pub(super) fn object_kind(&self, ty: &Type) -> Option<ObjectKind> {
        match self.resolved(ty) {
            TypeKind::Object(kind, _) if is_passed(*kind) => Some(*kind),
            _ => None,
        }
    }

    /// Whether a function has a parameter that is or holds an object.
    pub(super) fn takes_objects(&self, function: &Function) -> bool {
        function
            .params
            .iter()
            .any(|it| self.object_kind(&it.ty).is_some() || !self.object_fields(&it.ty).is_empty())
    }

    /// What a type is, typedefs resolved.
    fn resolved<'t>(&'t self, ty: &'t Type) -> &'t TypeKind {
        &self.checked.symbols.resolve(ty, &mut Vec::new()).kind
    }

    /// The objects inside of a structure: their paths.
    pub(super) fn object_fields(&self, ty: &Type) -> &[String] {
        match self.resolved(ty) {
            TypeKind::Named(name) => self.object_fields.get(name).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    /// The paths of the objects among members of a struct, or inside of them.
    fn objects_among(
        &self,
        fields: &[Variable],
        holders: &HashSet<&str>,
        depth: usize,
    ) -> Vec<String> {
        let mut found = Vec::new();
        for field in fields {
            let name = &field.name.name;
            match self.resolved(&field.ty) {
                TypeKind::Object(kind, _) if is_passed(*kind) => found.push(name.clone()),
                TypeKind::Named(inner) if depth < MAX_DEPTH && holders.contains(inner.as_str()) => {
                    let fields = self.fields.get(inner).map_or(&[][..], Vec::as_slice);
                    let inner = self.objects_among(fields, holders, depth + 1);
                    found.extend(inner.iter().map(|it| format!("{name}.{it}")));
                }
                _ => {}
            }
        }
        found
    }

    fn remove_object_fields(&self, def: &mut StructDef) {
        def.fields.retain(|it| self.object_kind(&it.ty).is_none());
    }

    /// The global variable of an object, if a name is one.
    pub(super) fn global(&self, name: &str) -> Option<&'a Variable> {
        let variable = self.checked.symbols.variables.get(name)?.node;
        self.object_kind(&variable.ty)?;
        Some(variable)
    }

    /// The dimensions of a global array.
    pub(super) fn dims(&self, variable: &'a Variable) -> Vec<&'a ArrayDim> {
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

    /// Whether the effect has a variable or type of a name.
    fn is_global(&self, name: &str) -> bool {
        let symbols = &self.checked.symbols;
        symbols.variables.contains_key(name)
            || symbols.structs.contains_key(name)
            || symbols.typedefs.contains_key(name)
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let mut found = name.to_owned();
        let mut number = 1;
        while self.is_global(&found) || !self.taken.insert(found.clone()) {
            number += 1;
            found = format!("{name}_{number}");
        }
        found
    }
}

/// How deep structs may hold one another.
const MAX_DEPTH: usize = 15;

/// Whether an object is one that the effect binds; streams and patches are not.
fn is_passed(kind: ObjectKind) -> bool {
    use crate::check::is_bound_object;
    is_bound_object(kind)
}
