//! Classes, interfaces and inheritance as plain structs and functions.
//!
//! The HLSL compiler knows methods, but not those of a constant buffer's members, no calls of a method by another, no
//! inherited members and no interfaces. So before types are told a struct gets what it inherits, and a function that
//! takes an interface is copied for each class that could come; after that methods become functions whose first
//! parameter is the object.

use crate::hash::{HashMap, HashSet};

use crate::ast::visit;
use crate::ast::walk;
use crate::ast::{
    self, Expr, ExprKind, Function, Ident, Item, Modifier, ModifierKind, StructDef, StructKind,
    Type, TypeKind, Variable,
};
use crate::check::symbols::Symbols;
use crate::check::writes::Outputs;
use crate::diagnostic::Diagnostic;
use crate::lower::base_call;
use crate::lower::calls::is_value;
use crate::lower::interface_global::{Instances, instances};
use crate::lower::interface_local::{self, Outside, named};
use crate::types::{Scope, Ty};

/// The object in a method that became a function.
const THIS: &str = "fx@this";

/// Most copies of one function.
const MAX_COPIES: usize = 256;

/// How long a chain of bases may be.
const MAX_BASES: usize = 64;

/// Gives structs what they inherit, and functions of interfaces a copy for each class. Gives the instances of the
/// tree's interface globals, which `bound` are in order.
///
/// # Errors
/// An interface global without an instance; a function that would need more than 256 copies; members, results and locals
/// of interface types whose class is not known.
pub(super) fn flatten(
    tree: &mut ast::Effect,
    bound: &[Expr],
    symbols: &Symbols<'_>,
) -> Result<Instances, Vec<Diagnostic>> {
    let is_plain = |it: &Item| match it {
        Item::Struct(def) => def.bases.is_empty() && def.kind != StructKind::Interface,
        _ => true,
    };
    if tree.items.iter().all(is_plain) {
        return Ok(Instances::default());
    }
    let structs: HashMap<String, StructDef> = tree
        .items
        .iter()
        .filter_map(|it| match it {
            Item::Struct(def) => Some((def.name.as_ref()?.name.clone(), def.clone())),
            _ => None,
        })
        .collect();
    let classes = Classes::new(&structs);
    let mut faults = Vec::new();
    let is_interface = |ty: &Type| classes.is_interface(ty);
    let instances = instances(tree, bound, &is_interface, symbols, &mut faults);
    let outside = Outside {
        structs: &structs,
        globals: globals(tree),
        functions: functions(tree),
        instances: &instances,
    };
    let called = base_call::called(tree);
    let items = std::mem::take(&mut tree.items);
    for item in items {
        match item {
            Item::Struct(def) if def.kind == StructKind::Interface => {}
            Item::Struct(mut def) => {
                let of_bases = base_call::methods(&def, &called, &structs);
                inherit(&mut def, &structs);
                def.methods.extend(of_bases);
                let fields = def.fields.iter().filter(|it| classes.is_interface(&it.ty));
                faults.extend(fields.map(|it| has_no_class("the member", &it.name)));
                let class = def.name.as_ref().map(|it| it.name.as_str());
                let mut methods = Vec::new();
                for method in &def.methods {
                    match classes.resolved_copies(method, class, &outside) {
                        Ok(copies) => methods.extend(copies),
                        Err(fault) => faults.push(fault),
                    }
                }
                def.methods = methods;
                tree.items.push(Item::Struct(def));
            }
            Item::Function(function) => {
                let forms = forms(&function, &called, &structs);
                for form in std::iter::once(function).chain(forms) {
                    let class = form.class.as_ref().map(|it| it.name.as_str());
                    match classes.resolved_copies(&form, class, &outside) {
                        Ok(copies) => tree.items.extend(copies.into_iter().map(Item::Function)),
                        Err(fault) => faults.push(fault),
                    }
                }
            }
            Item::Variable(variable) if classes.is_interface(&variable.ty) => {}
            other => tree.items.push(other),
        }
    }
    if faults.is_empty() { Ok(instances) } else { Err(faults) }
}

/// The named types of global variables.
fn globals(tree: &ast::Effect) -> HashMap<String, String> {
    let mut found = HashMap::default();
    for item in &tree.items {
        let variables = match item {
            Item::Variable(variable) => std::slice::from_ref(variable),
            Item::ConstantBuffer(buffer) => buffer.members.as_slice(),
            _ => continue,
        };
        let named = variables.iter().filter_map(|it| Some((&it.name.name, named(&it.ty)?)));
        found.extend(named.map(|(name, ty)| (name.clone(), ty.to_owned())));
    }
    found
}

/// The named types that functions give.
fn functions(tree: &ast::Effect) -> HashMap<String, String> {
    let functions = tree.items.iter().filter_map(|it| match it {
        Item::Function(it) if it.class.is_none() => {
            Some((it.name.name.clone(), named(&it.return_type)?.to_owned()))
        }
        _ => None,
    });
    functions.collect()
}

/// The forms of a method defined outside of its struct that other structs get: those that inherit it, and those that
/// call it as one of a base.
fn forms(
    method: &Function,
    called: &HashSet<String>,
    structs: &HashMap<String, StructDef>,
) -> Vec<Function> {
    let Some(owner) = &method.class else { return Vec::new() };
    let form = |class: &str, name: &str| {
        let mut form = method.clone();
        if let Some(of) = &mut form.class {
            class.clone_into(&mut of.name);
        }
        name.clone_into(&mut form.name.name);
        form
    };
    let name = &method.name.name;
    let mut forms: Vec<Function> =
        heirs(method, structs).iter().map(|heir| form(heir, name)).collect();
    if called.is_empty() {
        return forms;
    }
    let mut all: Vec<(&String, &StructDef)> = structs.iter().collect();
    all.sort_unstable_by_key(|(name, _)| *name);
    for (class, def) in all {
        let names = base_call::names_for(def, &owner.name, name, called, structs);
        forms.extend(names.iter().map(|it| form(class, it)));
    }
    forms
}

/// The error about a declaration of an interface type that no class can stand for.
fn has_no_class(what: &str, name: &Ident) -> Diagnostic {
    let message = format!(
        "not yet supported: {what} `{}`, whose type is an interface; its class must be known when the effect is compiled",
        name.name
    );
    Diagnostic::error(name.span, message).with_help("give it a class as its type")
}

/// The structs that inherit a method which is defined outside of its struct, in a stable order.
fn heirs(method: &Function, structs: &HashMap<String, StructDef>) -> Vec<String> {
    let Some(class) = &method.class else { return Vec::new() };
    let inherits = |def: &StructDef| {
        let has_own = def.methods.iter().any(|it| it.name.name == method.name.name);
        let is_class = |it: &StructDef| it.name.as_ref().is_some_and(|it| it.name == class.name);
        !has_own && lineage(def, structs).into_iter().any(is_class)
    };
    let heirs = structs.iter().filter(|(_, def)| inherits(def)).map(|(name, _)| name.clone());
    let mut heirs: Vec<String> = heirs.collect();
    heirs.sort_unstable();
    heirs
}

/// Puts the members of a struct's bases before its own, and methods that it has not itself behind them.
fn inherit(def: &mut StructDef, structs: &HashMap<String, StructDef>) {
    let mut fields = Vec::new();
    let mut known: HashSet<String> = def.methods.iter().map(|it| it.name.name.clone()).collect();
    for base in lineage(def, structs) {
        // The farthest base comes first.
        fields.splice(0..0, base.fields.iter().cloned());
        if base.kind == StructKind::Interface {
            continue;
        }
        let inherited = base.methods.iter().filter(|it| !known.contains(&it.name.name));
        let inherited: Vec<Function> = inherited.cloned().collect();
        known.extend(inherited.iter().map(|it| it.name.name.clone()));
        def.methods.extend(inherited);
    }
    def.fields.splice(0..0, fields);
    def.bases.clear();
    def.kind = StructKind::Struct;
}

/// What a struct inherits from, nearest first.
pub(super) fn lineage<'s>(
    def: &StructDef,
    structs: &'s HashMap<String, StructDef>,
) -> Vec<&'s StructDef> {
    let mut open: Vec<&Ident> = def.bases.iter().rev().collect();
    let mut found = Vec::new();
    while let Some(base) = open.pop().and_then(|it| structs.get(&it.name)) {
        if found.len() > MAX_BASES {
            break;
        }
        found.push(base);
        open.extend(base.bases.iter().rev());
    }
    found
}

/// The classes that each interface can be.
struct Classes {
    of: HashMap<String, Vec<String>>,
}

impl Classes {
    fn new(structs: &HashMap<String, StructDef>) -> Self {
        let interfaces = structs.iter().filter(|(_, it)| it.kind == StructKind::Interface);
        let mut of: HashMap<String, Vec<String>> =
            interfaces.map(|(name, _)| (name.clone(), Vec::new())).collect();
        for (name, def) in structs.iter().filter(|(_, it)| it.kind != StructKind::Interface) {
            for base in lineage(def, structs) {
                let base = base.name.as_ref().and_then(|it| of.get_mut(&it.name));
                base.into_iter().for_each(|it| it.push(name.clone()));
            }
        }
        of.values_mut().for_each(|it| it.sort_unstable());
        Self { of }
    }

    fn is_interface(&self, ty: &Type) -> bool {
        matches!(&ty.kind, TypeKind::Named(name) if self.of.contains_key(name))
    }

    /// The function for every choice of classes for its interface parameters, its locals of interface types resolved.
    ///
    /// # Errors
    /// As [`Self::copies`] and [`interface_local::resolve`], and a result of an interface type.
    fn resolved_copies(
        &self,
        function: &Function,
        class: Option<&str>,
        outside: &Outside<'_>,
    ) -> Result<Vec<Function>, Diagnostic> {
        if self.is_interface(&function.return_type) {
            return Err(has_no_class("the result of", &function.name));
        }
        let mut copies = self.copies(function)?;
        for copy in &mut copies {
            interface_local::resolve(copy, class, outside)?;
        }
        Ok(copies)
    }

    /// The function for every choice of classes for its interface parameters; itself when there are none.
    ///
    /// # Errors
    /// More choices than [`MAX_COPIES`].
    fn copies(&self, function: &Function) -> Result<Vec<Function>, Diagnostic> {
        let mut copies = vec![function.clone()];
        for (at, param) in function.params.iter().enumerate() {
            let TypeKind::Named(name) = &param.ty.kind else { continue };
            let Some(classes) = self.of.get(name) else { continue };
            let count = copies.len() * classes.len();
            if count > MAX_COPIES {
                let message = format!(
                    "`{}` has {count} choices of classes for its interface parameters; expected at most {MAX_COPIES}",
                    function.name.name
                );
                return Err(Diagnostic::error(param.span, message)
                    .with_help("give some of the parameters a class as their type"));
            }
            let chosen = copies.iter().flat_map(|copy| {
                classes.iter().map(move |class| {
                    let mut copy = copy.clone();
                    if let Some(param) = copy.params.get_mut(at) {
                        param.ty.kind = TypeKind::Named(class.clone());
                    }
                    copy
                })
            });
            copies = chosen.collect();
        }
        Ok(copies)
    }
}

/// The function that a method becomes.
fn function_name(structure: &str, method: &str) -> String {
    // A base's method has the base before its name.
    format!("fx@method_{structure}_{}", method.replace(base_call::SEPARATOR, "__"))
}

/// In a method, a member is one of the object.
pub(super) fn name_object(expr: &mut Expr, scope: &Scope) {
    let ExprKind::Name(name) = &expr.kind else { return };
    let Some(structure) = scope.structure().filter(|_| !scope.is_local(name)) else { return };
    let span = expr.span;
    let this = Expr::typed(ExprKind::Name(THIS.to_owned()), span, Ty::Struct(structure.clone()));
    if name == "this" {
        *expr = this;
    } else if scope.declarations().field(structure, name).is_some() {
        let member = Ident { name: name.clone(), span };
        expr.kind = ExprKind::Member(Box::new(this), member);
    }
}

/// A call of a method becomes one of the function that the method becomes.
pub(super) fn call_function(expr: &mut Expr, scope: &Scope) {
    let span = expr.span;
    match &mut expr.kind {
        ExprKind::Call(name, args) => {
            let Some(structure) = scope.structure() else { return };
            if scope.declarations().methods(structure, &name.name).is_empty() {
                return;
            }
            let this = ExprKind::Name(THIS.to_owned());
            args.insert(0, Expr::typed(this, span, Ty::Struct(structure.clone())));
            name.name = function_name(structure, &name.name);
        }
        ExprKind::Method(object, name, args) => {
            let Ty::Struct(structure) = &object.ty else { return };
            if scope.declarations().methods(structure, &name.name).is_empty() {
                return;
            }
            let function = Ident { name: function_name(structure, &name.name), span: name.span };
            let mut args = std::mem::take(args);
            args.insert(0, object.take());
            expr.kind = ExprKind::Call(function, args);
        }
        _ => {}
    }
}

/// Makes functions of methods, after their bodies were rewritten.
pub(super) fn free_methods(tree: &mut ast::Effect) {
    let is_free = |it: &Item| match it {
        Item::Struct(def) => def.methods.is_empty(),
        Item::Function(function) => function.class.is_none(),
        _ => true,
    };
    if tree.items.iter().all(is_free) {
        return;
    }
    let writing = writing_methods(tree);
    let of_values = call_on_values(tree, &writing);
    let items = std::mem::take(&mut tree.items);
    for item in items {
        match item {
            Item::Struct(mut def) => {
                let methods = std::mem::take(&mut def.methods);
                let name = def.name.as_ref().map(|it| it.name.clone());
                tree.items.push(Item::Struct(def));
                let Some(name) = name else { continue };
                let freed = methods.into_iter().map(|it| freed(it, &name, &writing));
                let freed: Vec<Function> =
                    freed.flat_map(|it| with_value_form(it, &of_values)).collect();
                // Methods may call those that stand after them.
                let prototypes = freed.iter().map(Function::head);
                tree.items.extend(prototypes.map(Item::Function));
                let defined = freed.into_iter().filter(|it| it.body.is_some());
                tree.items.extend(defined.map(Item::Function));
            }
            Item::Function(mut function) => {
                let functions = match function.class.take() {
                    Some(class) => {
                        with_value_form(freed(function, &class.name, &writing), &of_values)
                    }
                    None => vec![function],
                };
                tree.items.extend(functions.into_iter().map(Item::Function));
            }
            other => tree.items.push(other),
        }
    }
}

/// The name of the function that a method, called on a value, becomes.
fn value_form_name(function: &str) -> String {
    format!("{function}_of_value")
}

/// Lets calls of methods that change their object, on what is no variable, call a form of them that changes a copy.
/// Gives the functions that need such a form.
fn call_on_values(tree: &mut ast::Effect, writing: &HashSet<String>) -> HashSet<String> {
    let mut found = HashSet::default();
    for item in &mut tree.items {
        walk::item(item, &mut |expr: &mut Expr| {
            if let ExprKind::Call(name, args) = &mut expr.kind
                && writing.contains(&name.name)
                && args.first().is_some_and(is_value)
            {
                let form = value_form_name(&name.name);
                found.insert(std::mem::replace(&mut name.name, form));
            }
        });
    }
    found
}

/// A freed method, and its form for values if one is needed.
fn with_value_form(function: Function, of_values: &HashSet<String>) -> Vec<Function> {
    if !of_values.contains(&function.name.name) {
        return vec![function];
    }
    let mut form = function.clone();
    form.name.name = value_form_name(&form.name.name);
    if let Some(this) = form.params.first_mut() {
        this.modifiers = ast::Modifiers::default();
    }
    vec![function, form]
}

fn freed(mut method: Function, structure: &str, writing: &HashSet<String>) -> Function {
    let span = method.name.span;
    method.name.name = function_name(structure, &method.name.name);
    let ty = Type { kind: TypeKind::Named(structure.to_owned()), span };
    let mut this = Variable::new(ty, Ident { name: THIS.to_owned(), span });
    if writing.contains(&method.name.name) {
        this.modifiers.0.push(Modifier { kind: ModifierKind::InOut, span });
    }
    method.params.insert(0, this);
    method
}

/// The functions of methods that change their object, themselves or by a method that they call.
fn writing_methods(tree: &ast::Effect) -> HashSet<String> {
    let mut outputs = Outputs::of(&tree.items);
    let mut bodies: Vec<(String, &Function)> = Vec::new();
    for item in &tree.items {
        match item {
            Item::Struct(def) => {
                let Some(name) = &def.name else { continue };
                let methods = def.methods.iter();
                bodies.extend(methods.map(|it| (function_name(&name.name, &it.name.name), it)));
            }
            Item::Function(function) => {
                let Some(class) = &function.class else { continue };
                bodies.push((function_name(&class.name, &function.name.name), function));
            }
            _ => {}
        }
    }
    for (name, function) in &bodies {
        // Calls name the function by now, and hand on the object first.
        outputs.add(name, function, 1);
    }
    let mut writing: HashSet<String> = HashSet::default();
    loop {
        let before = writing.len();
        for (name, function) in &bodies {
            let mut object = Object { outputs: &outputs, writing: &writing, is_written: false };
            visit::function(function, &mut object);
            if object.is_written {
                writing.insert(name.clone());
            }
        }
        if writing.len() == before {
            return writing;
        }
    }
}

/// Finds whether a method changes its object: assigns to it, hands it to a method that does, or as a place to a
/// function that writes.
struct Object<'o> {
    outputs: &'o Outputs,
    writing: &'o HashSet<String>,
    is_written: bool,
}

impl visit::Visitor for Object<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.outputs.places(expr, &mut |place| self.is_written |= is_of_object(place));
        if let ExprKind::Call(name, args) = &expr.kind {
            let changes = self.writing.contains(&name.name);
            self.is_written |= changes && args.first().is_some_and(is_of_object);
        }
    }
}

/// Whether an expression is the object or a part of it.
fn is_of_object(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => name == THIS,
        ExprKind::Member(object, _) | ExprKind::Index(object, _) => is_of_object(object),
        _ => false,
    }
}
