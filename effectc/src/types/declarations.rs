//! The structs, functions and variables of a tree, with their types.

use crate::hash::HashMap;
use std::sync::Arc;

use super::ty::{Kind, Number, Shape, Ty};
use crate::ast::visit::{self, Visitor};
use crate::ast::{
    self, ArrayDim, Expr, ExprKind, Function, Item, Literal, ModifierKind, ObjectKind, StructDef,
    TemplateArg, Type, TypeKind, Variable,
};
use crate::source::Span;

/// How deep types may name one another.
const MAX_DEPTH: u32 = 64;

/// Which way a parameter's value goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    In,
    Out,
    InOut,
}

impl Direction {
    /// Whether the caller's place is written.
    pub(crate) fn writes(self) -> bool {
        self != Self::In
    }
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parameter {
    pub(crate) ty: Ty,
    pub(crate) direction: Direction,
    /// The value that it has where a call leaves it out.
    pub(crate) default: Option<DefaultValue>,
}

/// The default value of a parameter, as it is declared.
#[derive(Clone, Debug)]
pub(crate) struct DefaultValue(Arc<Expr>);

impl DefaultValue {
    pub(super) fn value(&self) -> &Expr {
        &self.0
    }

    /// Whether it names a variable or calls something.
    pub(super) fn is_variable(&self) -> bool {
        struct Names(bool);
        impl Visitor for Names {
            fn expr(&mut self, expr: &Expr) {
                self.0 |= matches!(expr.kind, ExprKind::Name(_) | ExprKind::Call(..));
            }
        }
        let mut names = Names(false);
        visit::expr(self.value(), &mut names);
        names.0
    }
}

impl PartialEq for DefaultValue {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a call needs to know of a function.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Signature {
    pub(crate) returns: Ty,
    pub(crate) params: Vec<Parameter>,
    /// The name, for notes.
    pub(crate) span: Span,
}

impl Signature {
    /// Whether it can be called with so many arguments.
    pub(crate) fn takes(&self, count: usize) -> bool {
        let needed = self.params.iter().rposition(|it| it.default.is_none()).map_or(0, |it| it + 1);
        (needed..=self.params.len()).contains(&count)
    }
}

/// A struct, class or interface.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) bases: Vec<Arc<str>>,
    pub(crate) fields: Vec<(String, Ty)>,
    pub(crate) methods: HashMap<String, Vec<Signature>>,
}

/// The global names of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    structs: HashMap<Arc<str>, Structure>,
    typedefs: HashMap<String, (Type, Vec<ArrayDim>)>,
    functions: HashMap<String, Vec<Signature>>,
    variables: HashMap<String, Ty>,
}

impl Declarations {
    /// Collects the names of a tree.
    pub(crate) fn new(tree: &ast::Effect) -> Self {
        let mut found = Self::default();
        // Typedefs and struct names first: types are resolved by them.
        for item in &tree.items {
            match item {
                Item::Typedef(it) => {
                    let target = (it.ty.clone(), it.array.clone());
                    found.typedefs.insert(it.name.name.clone(), target);
                }
                Item::Struct(def) => found.structure(def),
                _ => {}
            }
        }
        for item in &tree.items {
            match item {
                Item::Function(it) => found.function(it),
                Item::ConstantBuffer(it) => it.members.iter().for_each(|it| found.variable(it)),
                Item::Variable(it) => found.variable(it),
                _ => {}
            }
        }
        found
    }

    /// Adds a struct, and says which type it is.
    pub(crate) fn structure(&mut self, def: &StructDef) {
        let name = struct_name(def);
        let bases = def.bases.iter().map(|it| it.name.as_str().into()).collect();
        let fields = def.fields.iter().map(|it| (it.name.name.clone(), self.declared(it)));
        let fields = fields.collect();
        let mut methods: HashMap<String, Vec<Signature>> = HashMap::default();
        for method in &def.methods {
            methods.entry(method.name.name.clone()).or_default().push(self.signature(method));
        }
        self.structs.insert(name, Structure { bases, fields, methods });
    }

    /// Adds a typedef.
    pub(crate) fn typedef(&mut self, it: &ast::Typedef) {
        self.typedefs.insert(it.name.name.clone(), (it.ty.clone(), it.array.clone()));
    }

    /// Adds a function; a prototype and its definition are one.
    pub(crate) fn function(&mut self, function: &Function) {
        let signature = self.signature(function);
        if let Some(class) = &function.class {
            let Some(found) = self.structs.get_mut(class.name.as_str()) else { return };
            let known = found.methods.entry(function.name.name.clone()).or_default();
            add_overload(known, signature);
            return;
        }
        add_overload(self.functions.entry(function.name.name.clone()).or_default(), signature);
    }

    fn variable(&mut self, variable: &Variable) {
        let ty = self.declared(variable);
        self.variables.insert(variable.name.name.clone(), ty);
    }

    /// What a call needs to know of a function.
    pub(crate) fn signature(&self, function: &Function) -> Signature {
        let params = function.params.iter().map(|it| Parameter {
            ty: self.declared(it),
            direction: direction(it),
            default: it.init.as_ref().map(|it| DefaultValue(Arc::new(it.clone()))),
        });
        Signature {
            returns: self.ty(&function.return_type),
            params: params.collect(),
            span: function.name.span,
        }
    }

    /// The type of a declared variable.
    pub(crate) fn declared(&self, variable: &Variable) -> Ty {
        self.arrayed(&variable.ty, &variable.array, variable.init.as_ref())
    }

    /// A type with array dimensions after it; the outermost may get its size from an initialiser.
    pub(crate) fn arrayed(&self, ty: &Type, dims: &[ArrayDim], init: Option<&Expr>) -> Ty {
        let mut ty = self.ty(ty);
        for (at, dim) in dims.iter().enumerate().rev() {
            let count = match (&dim.size, init) {
                (Some(size), _) => literal_count(size),
                (None, Some(Expr { kind: ExprKind::Braces(parts), .. })) if at == 0 => {
                    u32::try_from(parts.len()).ok()
                }
                (None, _) => None,
            };
            ty = Ty::Array(Arc::new(ty), count);
        }
        ty
    }

    /// A type as it is written.
    pub(crate) fn ty(&self, ty: &Type) -> Ty {
        self.resolve(ty, 0)
    }

    fn resolve(&self, ty: &Type, depth: u32) -> Ty {
        let number = |kind, shape| match Kind::of(kind) {
            Some(kind) => Ty::Number(Number { kind, shape }),
            None => Ty::Unknown,
        };
        match &ty.kind {
            _ if depth > MAX_DEPTH => Ty::Unknown,
            TypeKind::Void => Ty::Void,
            TypeKind::Scalar(kind) => number(*kind, Shape::Scalar),
            TypeKind::Vector(kind, count) => number(*kind, Shape::vector(*count)),
            TypeKind::Matrix(kind, rows, columns) => number(*kind, Shape::Matrix(*rows, *columns)),
            TypeKind::Object(kind, args) => {
                let element = args.iter().find_map(|it| match it {
                    TemplateArg::Type(_, ty) => Some(self.resolve(ty, depth + 1)),
                    TemplateArg::Value(_) => None,
                });
                Ty::Object(*kind, Arc::new(element.unwrap_or_else(|| default_element(*kind))))
            }
            TypeKind::Named(name) => match self.typedefs.get(name) {
                Some((target, dims)) => {
                    let target = self.resolve(target, depth + 1);
                    let wrap = |ty, dim: &ArrayDim| {
                        Ty::Array(Arc::new(ty), dim.size.as_ref().and_then(literal_count))
                    };
                    dims.iter().rev().fold(target, wrap)
                }
                None => match self.structs.get_key_value(name.as_str()) {
                    Some((name, _)) => Ty::Struct(name.clone()),
                    None => Ty::Unknown,
                },
            },
            TypeKind::Inline(def) => Ty::Struct(struct_name(def)),
        }
    }

    /// The type of a global variable or buffer member.
    pub(crate) fn global(&self, name: &str) -> Option<&Ty> {
        self.variables.get(name)
    }

    /// The functions of a name, outside of structs.
    pub(crate) fn overloads(&self, name: &str) -> Option<&[Signature]> {
        self.functions.get(name).map(Vec::as_slice)
    }

    /// Names of global variables.
    pub(crate) fn global_names(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// Names of functions.
    pub(crate) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// Names of structs and typedefs.
    pub(crate) fn type_names(&self) -> impl Iterator<Item = &str> {
        self.structs.keys().map(|it| &**it).chain(self.typedefs.keys().map(String::as_str))
    }

    /// Whether a name is a type.
    pub(crate) fn is_type(&self, name: &str) -> bool {
        self.structs.contains_key(name) || self.typedefs.contains_key(name)
    }

    /// A struct and all that it inherits, itself first.
    pub(crate) fn lineage(&self, name: &str) -> Vec<&Structure> {
        let mut open: Vec<&str> = vec![name];
        let mut found: Vec<&Structure> = Vec::new();
        while let Some(name) = open.pop() {
            let Some(structure) = self.structs.get(name) else { continue };
            if found.len() > MAX_DEPTH as usize {
                break;
            }
            found.push(structure);
            open.extend(structure.bases.iter().rev().map(|it| &**it));
        }
        found
    }

    /// The type of a member of a struct, inherited ones too.
    pub(crate) fn field(&self, structure: &str, name: &str) -> Option<&Ty> {
        let own = &self.structs.get(structure)?.fields;
        if let Some((_, ty)) = own.iter().find(|(it, _)| it == name) {
            return Some(ty);
        }
        let fields = self.lineage(structure).into_iter().flat_map(|it| &it.fields);
        fields.into_iter().find(|(it, _)| it == name).map(|(_, ty)| ty)
    }

    /// The methods of a name, inherited ones too.
    pub(crate) fn methods(&self, structure: &str, name: &str) -> Vec<&Signature> {
        let all = self.lineage(structure);
        all.into_iter().filter_map(|it| it.methods.get(name)).flatten().collect()
    }

    /// Whether all of a struct, what it inherits included, is known here.
    pub(crate) fn is_complete(&self, structure: &str) -> bool {
        let all = self.lineage(structure);
        !all.is_empty()
            && all.iter().all(|it| it.bases.iter().all(|base| self.structs.contains_key(base)))
    }
}

/// Adds an overload, unless it is known as a prototype.
fn add_overload(known: &mut Vec<Signature>, signature: Signature) {
    let same = known.iter_mut().find(|it| {
        it.params.len() == signature.params.len()
            && it.params.iter().zip(&signature.params).all(|(a, b)| a.ty == b.ty)
    });
    match same {
        // Either may give the default values.
        Some(known) => {
            for (param, other) in known.params.iter_mut().zip(&signature.params) {
                param.default = param.default.take().or_else(|| other.default.clone());
            }
        }
        None => known.push(signature),
    }
}

/// The way that a parameter's modifiers say.
pub(crate) fn direction(param: &Variable) -> Direction {
    let has = |kind| param.modifiers.has(kind);
    match (has(ModifierKind::In), has(ModifierKind::Out)) {
        _ if has(ModifierKind::InOut) => Direction::InOut,
        (true, true) => Direction::InOut,
        (false, true) => Direction::Out,
        _ => Direction::In,
    }
}

/// A struct's name; one without gets one that no user can write.
fn struct_name(def: &StructDef) -> Arc<str> {
    match &def.name {
        Some(name) => name.name.as_str().into(),
        None => format!("<struct {:?}>", def.span).into(),
    }
}

fn default_element(kind: ObjectKind) -> Ty {
    let name = kind.keyword();
    let holds_colours = name.starts_with("Texture") || name.ends_with("Buffer");
    match name.contains("ByteAddress") || !holds_colours {
        true => Ty::Void,
        false => Ty::vector(Kind::Float, 4),
    }
}

/// A size that is written as a number.
pub(crate) fn literal_count(size: &Expr) -> Option<u32> {
    match &size.kind {
        ExprKind::Literal(Literal::Int { value, .. }) => u32::try_from(*value).ok(),
        _ => None,
    }
}
