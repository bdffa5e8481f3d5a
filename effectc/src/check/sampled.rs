//! Which textures the samplers of Direct3D 9 read, and what kinds of textures these are.
//!
//! There `texture T;` has no kind: the function that reads it has (`tex2D`, `texCUBE`), and it is given a sampler that
//! names the texture. Samplers are passed to functions, so the kinds travel from each `tex2D(s, ..)` back to every
//! sampler that may be `s`. What is found holds for the whole effect, as bindings do.

use crate::hash::{HashMap, HashSet};
use std::collections::BTreeSet;

use crate::ast::visit::{self, Visitor};
use crate::ast::{self, Expr, ExprKind, Function, ObjectKind, StateBlock, TypeKind, Variable};
use crate::check::entry::{Entry, place_name};
use crate::check::symbols::Symbols;
use crate::effect::ResourceKind;
use crate::source::Span;

/// A function of Direct3D 9 that reads a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureFunction {
    /// Components of its coordinate, and the kind of texture with it.
    pub shape: Shape,
    /// What comes after `tex2D`: nothing, `lod`, `bias`, `grad` or `proj`.
    pub form: TextureForm,
}

/// How a function of Direct3D 9 reads a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureForm {
    /// `tex2D(s, t)` and `tex2D(s, t, ddx, ddy)`
    Plain,
    /// `tex2Dlod(s, t)`: level in `t.w`
    Lod,
    /// `tex2Dbias(s, t)`: bias in `t.w`
    Bias,
    /// `tex2Dgrad(s, t, ddx, ddy)`
    Grad,
    /// `tex2Dproj(s, t)`: divided by `t.w`
    Proj,
}

/// What a function of Direct3D 9 takes a texture for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// `tex1D`
    Line,
    /// `tex2D`
    Plane,
    /// `tex3D`
    Volume,
    /// `texCUBE`
    Cube,
}

impl TextureFunction {
    /// Finds one by name: `tex2Dlod`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let rest = name.strip_prefix("tex")?;
        let (shape, form) = [
            ("1D", Shape::Line),
            ("2D", Shape::Plane),
            ("3D", Shape::Volume),
            ("CUBE", Shape::Cube),
        ]
        .iter()
        .find_map(|(prefix, shape)| Some((*shape, rest.strip_prefix(prefix)?)))?;
        let form = match form {
            "" => TextureForm::Plain,
            "lod" => TextureForm::Lod,
            "bias" => TextureForm::Bias,
            "grad" => TextureForm::Grad,
            "proj" => TextureForm::Proj,
            _ => return None,
        };
        Some(Self { shape, form })
    }
}

impl Shape {
    /// The shape that a type of Direct3D 9 says, if it says one: `samplerCUBE`.
    pub(super) fn of_sampler(kind: ObjectKind) -> Option<Self> {
        match kind {
            ObjectKind::Sampler1D => Some(Self::Line),
            ObjectKind::Sampler2D => Some(Self::Plane),
            ObjectKind::Sampler3D => Some(Self::Volume),
            ObjectKind::SamplerCube => Some(Self::Cube),
            _ => None,
        }
    }

    /// Components of its coordinates.
    #[must_use]
    pub fn coordinate_count(self) -> u8 {
        match self {
            Self::Line => 1,
            Self::Plane => 2,
            Self::Volume | Self::Cube => 3,
        }
    }

    /// The kind of texture. Direct3D 9 has no textures of one dimension: a row of a plane takes their place.
    #[must_use]
    pub fn kind(self, lines_are_planes: bool) -> ResourceKind {
        match self {
            Self::Line if lines_are_planes => ResourceKind::Texture2D,
            Self::Line => ResourceKind::Texture1D,
            Self::Plane => ResourceKind::Texture2D,
            Self::Volume => ResourceKind::Texture3D,
            Self::Cube => ResourceKind::TextureCube,
        }
    }
}

/// A place that holds an object: a global, or a parameter or local of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Global(String),
    Local(usize, String),
}

/// What code does with objects.
#[derive(Debug, Default)]
pub(super) struct Uses<'a> {
    /// The methods of all structs, by name.
    methods: HashMap<&'a str, Vec<&'a Function>>,
    shapes: HashMap<Node, BTreeSet<Shape>>,
    counted: HashSet<Node>,
    /// From an object to the parameter or local that it is given to.
    edges: Vec<(Node, Node)>,
}

impl<'a> Uses<'a> {
    /// Looks through all functions, and through what entry points are given.
    pub(super) fn new(symbols: &Symbols<'a>, entries: &[Entry<'_>]) -> Self {
        let mut uses = Self::default();
        let inside = symbols.structs.values().flat_map(|it| &it.node.methods);
        let outside = symbols.functions.values().flatten().map(|it| it.node);
        for method in inside.chain(outside.filter(|it| it.class.is_some())) {
            uses.methods.entry(&method.name.name).or_default().push(method);
        }
        for function in symbols.functions.values().flatten().map(|it| it.node) {
            let mut walk = Walk { symbols, function, uses: &mut uses };
            visit::function(function, &mut walk);
        }
        for structure in symbols.structs.values() {
            for function in &structure.node.methods {
                visit::function(function, &mut Walk { symbols, function, uses: &mut uses });
            }
        }
        for entry in entries {
            for argument in &entry.arguments {
                let Some(param) = entry.function.params.get(argument.param) else { continue };
                if let (Some(name), true) = (place_name(argument.value), is_object(symbols, param))
                {
                    let to = Node::Local(id_of(entry.function), param.name.name.clone());
                    uses.edges.push((Node::Global(name.to_owned()), to));
                }
            }
        }
        uses.spread();
        uses
    }

    /// Carries what is known of parameters back to what is given to them.
    fn spread(&mut self) {
        let mut givers: HashMap<&Node, Vec<&Node>> = HashMap::default();
        for (from, to) in &self.edges {
            givers.entry(to).or_default().push(from);
        }
        let mut open: Vec<Node> = self.shapes.keys().chain(self.counted.iter()).cloned().collect();
        while let Some(to) = open.pop() {
            let shapes = self.shapes.get(&to).cloned().unwrap_or_default();
            let is_counted = self.counted.contains(&to);
            for &from in givers.get(&to).into_iter().flatten() {
                let mut changed = is_counted && self.counted.insert(from.clone());
                if !shapes.is_empty() {
                    let known = self.shapes.entry(from.clone()).or_default();
                    changed |= !shapes.is_subset(known);
                    known.extend(&shapes);
                }
                if changed {
                    open.push(from.clone());
                }
            }
        }
    }

    /// As what a global sampler is read.
    pub(super) fn shapes(&self, sampler: &str) -> BTreeSet<Shape> {
        self.shapes.get(&Node::Global(sampler.to_owned())).cloned().unwrap_or_default()
    }

    /// Whether the counter of a global buffer is used.
    pub(super) fn is_counted(&self, buffer: &str) -> bool {
        self.counted.contains(&Node::Global(buffer.to_owned()))
    }
}

/// Walks one function.
struct Walk<'w, 's, 'a> {
    symbols: &'s Symbols<'a>,
    function: &'w Function,
    uses: &'w mut Uses<'a>,
}

fn id_of(function: &Function) -> usize {
    std::ptr::from_ref(function) as usize
}

fn is_object(symbols: &Symbols<'_>, variable: &Variable) -> bool {
    matches!(symbols.resolve(&variable.ty, &mut Vec::new()).kind, TypeKind::Object(..))
}

impl Walk<'_, '_, '_> {
    /// The object that an expression names, array elements counting as their array.
    fn node(&self, expr: &Expr) -> Option<Node> {
        match &expr.kind {
            ExprKind::Index(array, _) => self.node(array),
            ExprKind::Cast(_, _, inner) => self.node(inner),
            ExprKind::Name(name) => {
                let is_param = self.function.params.iter().any(|it| it.name.name == *name);
                let is_global = self.symbols.variables.contains_key(name.as_str());
                match is_param || !is_global {
                    true => Some(Node::Local(id_of(self.function), name.clone())),
                    false => Some(Node::Global(name.clone())),
                }
            }
            _ => None,
        }
    }

    /// The arguments of a call are given to the function's parameters.
    fn called(&mut self, function: &Function, args: &[Expr]) {
        for (param, arg) in function.params.iter().zip(args) {
            if is_object(self.symbols, param) {
                let to = Node::Local(id_of(function), param.name.name.clone());
                self.given(arg, to);
            }
        }
    }

    fn methods(&mut self, name: &str, args: &[Expr]) {
        for method in self.uses.methods.get(name).cloned().into_iter().flatten() {
            self.called(method, args);
        }
    }

    fn given(&mut self, expr: &Expr, to: Node) {
        if let Some(from) = self.node(expr) {
            self.uses.edges.push((from, to));
        }
    }
}

impl Visitor for Walk<'_, '_, '_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(function, args) => {
                let overloads = self.symbols.functions.get(function.name.as_str());
                if let (Some(found), None) = (TextureFunction::from_name(&function.name), overloads)
                    && let Some(node) = args.first().and_then(|it| self.node(it))
                {
                    self.uses.shapes.entry(node).or_default().insert(found.shape);
                }
                for overload in overloads.into_iter().flatten().map(|it| it.node) {
                    self.called(overload, args);
                }
                // Methods of the same struct.
                self.methods(&function.name, args);
            }
            ExprKind::Method(object, method, _)
                if matches!(method.name.as_str(), "IncrementCounter" | "DecrementCounter") =>
            {
                if let Some(node) = self.node(object) {
                    self.uses.counted.insert(node);
                }
            }
            // Which struct's method it is is not known here; any may be meant.
            ExprKind::Method(_, method, args) => self.methods(&method.name, args),
            ExprKind::Assign(None, target, value) => {
                if let Some(to @ Node::Local(..)) = self.node(target) {
                    self.given(value, to);
                }
            }
            _ => {}
        }
    }

    fn variable(&mut self, variable: &Variable) {
        if let Some(init) = variable.init.as_ref().filter(|_| is_object(self.symbols, variable)) {
            let to = Node::Local(id_of(self.function), variable.name.name.clone());
            self.given(init, to);
        }
    }
}

/// Where a sampler's texture comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A texture of the effect, which the sampler's states name; of an array the element, if they say one.
    Texture(String, Option<u32>),
    /// The sampler names none, so one of the sampler's own name is made, as fxc does.
    Own,
}

/// The textures that samplers of Direct3D 9 read.
#[derive(Debug, Default)]
pub struct Sampled {
    /// For each sampler: one source for the whole of it, or one for each element of an array.
    pub(super) sources: HashMap<String, Vec<Source>>,
    /// Indices of resources, by the name of the texture (or the sampler, for its own) and the kind.
    pub(super) textures: HashMap<(String, ResourceKind), usize>,
    /// Whether textures of one dimension are planes.
    pub lines_are_planes: bool,
}

impl Sampled {
    /// How many textures a sampler names: one for all, or one for each element. None for a name that is no sampler.
    #[must_use]
    pub fn source_count(&self, sampler: &str) -> Option<usize> {
        self.sources.get(sampler).map(Vec::len)
    }

    /// The index of the resource that a sampler reads as some shape, and the element of it that its states name.
    #[must_use]
    pub fn texture(
        &self,
        sampler: &str,
        element: usize,
        shape: Shape,
    ) -> Option<(usize, Option<u32>)> {
        let sources = self.sources.get(sampler)?;
        let (name, element) = match sources.get(element).or_else(|| sources.first())? {
            Source::Texture(name, element) => (name.as_str(), *element),
            Source::Own => (sampler, None),
        };
        Some((self.resource(name, shape.kind(self.lines_are_planes))?, element))
    }

    /// The index of the resource that a texture (or a sampler's own) is as some kind.
    #[must_use]
    pub fn resource(&self, name: &str, kind: ResourceKind) -> Option<usize> {
        self.textures.get(&(name.to_owned(), kind)).copied()
    }
}

/// A texture that a sampler's states name.
#[derive(Clone, Debug)]
pub(super) struct Named<'a> {
    /// The name of the variable.
    pub(super) name: &'a str,
    pub(super) span: Span,
    /// What selects from an array, outermost first.
    pub(super) indices: Vec<&'a Expr>,
}

/// The texture that a sampler's states name: `Texture = <Diffuse>;`, with or without brackets, in any case.
pub(super) fn texture_of(states: &StateBlock) -> Option<Named<'_>> {
    let is_texture = |it: &&ast::StateAssignment| it.name.name.eq_ignore_ascii_case("texture");
    named(&states.states.iter().rfind(is_texture)?.value)
}

fn named(value: &Expr) -> Option<Named<'_>> {
    let span = value.span;
    match &value.kind {
        ExprKind::AngleName(ident) => {
            Some(Named { name: &ident.name, span: ident.span, indices: Vec::new() })
        }
        ExprKind::Name(name) => Some(Named { name, span, indices: Vec::new() }),
        ExprKind::Index(array, index) => {
            let mut array = named(array)?;
            array.indices.push(index);
            Some(array)
        }
        _ => None,
    }
}
