//! Which textures the samplers of Direct3D 9 read, and what kinds of textures these are.
//!
//! There `texture T;` has no kind: the function that reads it has (`tex2D`, `texCUBE`), and it is given a sampler that
//! names the texture. Samplers are passed to functions, so the kinds travel from each `tex2D(s, ..)` back to every
//! sampler that may be `s`. What is found holds for the whole effect, as bindings do.

use std::collections::{BTreeSet, HashMap};

use crate::ast::visit::{self, Visitor};
use crate::ast::{
    self, Expr, ExprKind, Function, ModifierKind, ObjectKind, PassStmt, StateBlock, TypeKind,
    Variable,
};
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
    fn of_sampler(kind: ObjectKind) -> Option<Self> {
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
pub(super) struct Uses {
    shapes: HashMap<Node, BTreeSet<Shape>>,
    counted: HashMap<Node, bool>,
    /// From an object to the parameter or local that it is given to.
    edges: Vec<(Node, Node)>,
}

impl Uses {
    /// Looks through all functions and techniques.
    pub(super) fn new(symbols: &Symbols<'_>) -> Self {
        let mut uses = Self::default();
        for function in symbols.functions.values().flatten().map(|it| it.node) {
            let mut walk = Walk { symbols, function, uses: &mut uses };
            visit::function(function, &mut walk);
        }
        for structure in symbols.structs.values() {
            for function in &structure.node.methods {
                visit::function(function, &mut Walk { symbols, function, uses: &mut uses });
            }
        }
        let mut compiles = Compiles { symbols, uses: &mut uses };
        for pass in symbols.techniques.iter().flat_map(|(_, it)| &it.passes) {
            for stmt in &pass.stmts {
                match stmt {
                    PassStmt::Call { args, .. } => {
                        args.iter().for_each(|it| visit::expr(it, &mut compiles));
                    }
                    PassStmt::Assign(state) => visit::expr(&state.value, &mut compiles),
                }
            }
        }
        for init in symbols.globals.iter().filter_map(|it| it.node.init.as_ref()) {
            visit::expr(init, &mut compiles);
        }
        uses.spread();
        uses
    }

    /// Carries what is known of parameters back to what is given to them.
    fn spread(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to) in &self.edges {
                if let Some(shapes) = self.shapes.get(to).cloned() {
                    let known = self.shapes.entry(from.clone()).or_default();
                    changed |= !shapes.is_subset(known);
                    known.extend(shapes);
                }
                if self.counted.contains_key(to) {
                    changed |= self.counted.insert(from.clone(), true).is_none();
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
        self.counted.contains_key(&Node::Global(buffer.to_owned()))
    }
}

/// Walks one function.
struct Walk<'w, 's, 'a> {
    symbols: &'s Symbols<'a>,
    function: &'w Function,
    uses: &'w mut Uses,
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
                    for (param, arg) in overload.params.iter().zip(args) {
                        if is_object(self.symbols, param) {
                            let to = Node::Local(id_of(overload), param.name.name.clone());
                            self.given(arg, to);
                        }
                    }
                }
            }
            ExprKind::Method(object, method, _)
                if matches!(method.name.as_str(), "IncrementCounter" | "DecrementCounter") =>
            {
                if let Some(node) = self.node(object) {
                    self.uses.counted.insert(node, true);
                }
            }
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

/// Finds `compile ps_2_0 PS(DiffuseSampler)`.
struct Compiles<'w, 's, 'a> {
    symbols: &'s Symbols<'a>,
    uses: &'w mut Uses,
}

impl Visitor for Compiles<'_, '_, '_> {
    fn expr(&mut self, expr: &Expr) {
        let ExprKind::Compile { entry, args, .. } = &expr.kind else { return };
        for function in self.symbols.functions.get(entry.name.as_str()).into_iter().flatten() {
            let is_uniform = |it: &&Variable| it.modifiers.has(ModifierKind::Uniform);
            for (param, arg) in function.node.params.iter().filter(is_uniform).zip(args) {
                let mut object = arg;
                while let ExprKind::Index(array, _) | ExprKind::Cast(_, _, array) = &object.kind {
                    object = array;
                }
                if let ExprKind::Name(name) = &object.kind {
                    let to = Node::Local(id_of(function.node), param.name.name.clone());
                    self.uses.edges.push((Node::Global(name.clone()), to));
                }
            }
        }
    }
}

/// Where a sampler's texture comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A texture of the effect, which the sampler's states name.
    Texture(String),
    /// An element of an array of textures.
    Element(String, u32),
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
        let (name, named) = match sources.get(element).or_else(|| sources.first())? {
            Source::Texture(name) => (name.as_str(), None),
            Source::Element(name, element) => (name.as_str(), Some(*element)),
            Source::Own => (sampler, None),
        };
        Some((self.resource(name, shape.kind(self.lines_are_planes))?, named))
    }

    /// The index of the resource that a texture (or a sampler's own) is as some kind.
    #[must_use]
    pub fn resource(&self, name: &str, kind: ResourceKind) -> Option<usize> {
        self.textures.get(&(name.to_owned(), kind)).copied()
    }
}

/// The texture that a sampler's states name, and its index in an array: `Texture = <Diffuse>;`, with or without
/// brackets, in any case.
pub(super) fn texture_of(states: &StateBlock) -> Option<(String, Span, Option<&Expr>)> {
    let is_texture = |it: &&ast::StateAssignment| it.name.name.eq_ignore_ascii_case("texture");
    let value = &states.states.iter().rfind(is_texture)?.value;
    let (object, index) = match &value.kind {
        ExprKind::Index(array, index) => (&**array, Some(&**index)),
        _ => (value, None),
    };
    match &object.kind {
        ExprKind::AngleName(ident) => Some((ident.name.clone(), ident.span, index)),
        ExprKind::Name(name) => Some((name.clone(), object.span, index)),
        _ => None,
    }
}

/// The shapes of a texture that no code reads: what samplers of it are declared as.
pub(super) fn declared_shape(kind: ObjectKind) -> Option<Shape> {
    Shape::of_sampler(kind)
}
