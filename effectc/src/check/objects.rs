//! The global textures, buffers and samplers of an effect: which resources they are.
//!
//! One variable is one resource, but for what Direct3D 9 has: a `texture` gets a resource for each kind that it is read
//! as, and a sampler without a texture gets one of its own. Arrays of storage buffers are one resource an element.

use crate::hash::HashMap;
use std::collections::BTreeSet;

use crate::ast::{self, ObjectKind, TypeKind};
use crate::check::checked::Object;
use crate::check::constant::Constants;
use crate::check::entry::Entry;
use crate::check::nearest::nearest;
use crate::check::resource::{self, Role};
use crate::check::sampled::{self, Sampled, Shape, Source, Uses};
use crate::check::sampler;
use crate::check::symbols::{Declared, Symbols};
use crate::check::types::Types;
use crate::diagnostic::{Diagnostic, MAX_ERRORS};
use crate::effect::{Resource, ResourceKind, Sampler, Stages};

/// The most resources that one array of storage buffers becomes.
const MAX_SPLIT: u32 = 64;

/// What an effect has of textures, buffers and samplers.
#[derive(Debug, Default)]
pub(super) struct Objects<'a> {
    pub(super) resources: Vec<Object<'a, Resource>>,
    pub(super) sampled: Sampled,
    pub(super) samplers: Vec<Object<'a, Sampler>>,
}

/// The global variables of object types, with what they are. Those that are `static` only name others.
pub(super) fn objects<'s, 'a>(
    symbols: &'s Symbols<'a>,
) -> impl Iterator<Item = (Declared<'a, ast::Variable>, ObjectKind)> + use<'s, 'a> {
    symbols.globals.iter().filter_map(|declared| {
        match &symbols.resolve(&declared.node.ty, &mut Vec::new()).kind {
            TypeKind::Object(kind, _)
                if !declared.node.modifiers.has(ast::ModifierKind::Static) =>
            {
                Some((*declared, *kind))
            }
            _ => None,
        }
    })
}

impl<'a> Objects<'a> {
    /// Finds them.
    pub(super) fn new(
        symbols: &Symbols<'a>,
        entries: &[Entry<'a>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let is_legacy = entries.iter().any(Entry::is_legacy);
        let mut found = Self::default();
        // In Direct3D 9 `tex1D` reads a texture of two dimensions.
        found.sampled.lines_are_planes = is_legacy;
        let mut finder = Finder {
            symbols,
            uses: Uses::new(symbols, entries),
            starts_old: is_legacy || entries.is_empty(),
            missing_count: 0,
            samplers: HashMap::default(),
            found,
            diagnostics,
        };
        for (declared, kind) in objects(symbols) {
            if let Role::Sampler(comparison) = resource::role(kind) {
                finder.sampler(declared, comparison);
            }
        }
        for (declared, kind) in objects(symbols) {
            finder.resource(declared, kind);
        }
        finder.found
    }
}

struct Finder<'f, 's, 'a> {
    symbols: &'s Symbols<'a>,
    uses: Uses<'a>,
    /// Whether a `sampler` may be one of Direct3D 9, with the defaults of its device: `sampler` is `SamplerState` to the
    /// profiles of Direct3D 10 and 11.
    starts_old: bool,
    /// How many textures are missing that samplers name.
    missing_count: usize,
    /// The samplers that name a texture, by its name.
    samplers: HashMap<String, Vec<&'a str>>,
    found: Objects<'a>,
    diagnostics: &'f mut Vec<Diagnostic>,
}

impl<'a> Finder<'_, '_, 'a> {
    fn sampler(&mut self, declared: Declared<'a, ast::Variable>, comparison: bool) {
        let symbols = self.symbols;
        let constants = Constants { symbols };
        let node = declared.node;
        let mut dims: Vec<&ast::ArrayDim> = node.array.iter().collect();
        let _ = symbols.resolve(&node.ty, &mut dims);
        let count = Types { symbols }.array_counts(&dims);
        let annotations = constants.annotations(&node.annotations);
        let sources = self.sources(node);
        let mut textures: BTreeSet<&str> = BTreeSet::new();
        for source in &sources {
            if let Source::Texture(texture, _) = source
                && textures.insert(texture)
            {
                self.samplers.entry(texture.clone()).or_default().push(&node.name.name);
            }
        }
        self.found.sampled.sources.insert(node.name.name.clone(), sources);
        match (count, annotations) {
            (Ok(counts), Ok(annotations)) => {
                let states = sampler::describe(node, self.starts_old, constants, self.diagnostics);
                let data = Sampler {
                    name: node.name.name.clone(),
                    comparison,
                    set: 0,
                    binding: 0,
                    count: counts.iter().product(),
                    stages: Stages::NONE,
                    desc: states.desc,
                    element_descs: states.element_descs,
                    texture: states.texture,
                    srgb_texture: states.srgb_texture,
                    semantic: node.semantic.as_ref().map(|it| it.name.name.clone()),
                    register: resource::register_of(&node.registers),
                    shared: node.modifiers.has(ast::ModifierKind::Shared),
                    annotations,
                };
                let code_name = node.name.name.clone();
                self.found.samplers.push(Object { node, code_name, data });
            }
            (count, annotations) => {
                self.diagnostics.extend(count.err());
                self.diagnostics.extend(annotations.err());
            }
        }
    }

    /// The textures that a sampler's states name.
    fn sources(&mut self, node: &ast::Variable) -> Vec<Source> {
        let mut sources = Vec::new();
        for states in node.states.iter().chain(&node.element_states) {
            let Some(named) = sampled::texture_of(states) else {
                sources.push(Source::Own);
                continue;
            };
            let (name, span) = (named.name.to_owned(), named.span);
            let role = |variable: &ast::Variable| match &self
                .symbols
                .resolve(&variable.ty, &mut Vec::new())
                .kind
            {
                TypeKind::Object(kind, _) => resource::role(*kind),
                _ => Role::Effect,
            };
            let variable = self.symbols.variables.get(name.as_str());
            let is_texture = variable
                .is_some_and(|it| matches!(role(it.node), Role::Texture | Role::Resource(_)));
            if !is_texture {
                self.missing_count += 1;
                let textures = objects(self.symbols)
                    .filter(|_| self.missing_count < MAX_ERRORS)
                    .filter(|(it, _)| matches!(role(it.node), Role::Texture | Role::Resource(_)));
                let mut names: Vec<&str> =
                    textures.map(|(it, _)| it.node.name.name.as_str()).collect();
                names.sort_unstable();
                let diagnostic = Diagnostic::error(span, format!("there is no texture `{name}`"));
                self.diagnostics.push(match nearest(&name, names) {
                    Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                });
            }
            let element = variable.map(|it| self.element(it.node, &named)).transpose();
            let element = element.unwrap_or_else(|diagnostic| {
                self.diagnostics.push(diagnostic);
                None
            });
            sources.push(Source::Texture(name, element.flatten()));
        }
        if sources.is_empty() {
            sources.push(Source::Own);
        }
        sources
    }

    /// The element of an array of textures that a sampler's states name: `Texture = <Ts[1]>;`.
    fn element(
        &self,
        variable: &ast::Variable,
        named: &sampled::Named<'_>,
    ) -> Result<Option<u32>, Diagnostic> {
        if named.indices.is_empty() {
            return Ok(None);
        }
        let mut dims: Vec<&ast::ArrayDim> = variable.array.iter().collect();
        let _ = self.symbols.resolve(&variable.ty, &mut dims);
        let counts = Types { symbols: self.symbols }.array_counts(&dims)?;
        if counts.len() != named.indices.len() {
            let message = format!(
                "`{}` takes {} indices, not {}",
                named.name,
                counts.len(),
                named.indices.len()
            );
            return Err(Diagnostic::error(named.span, message));
        }
        let mut element = 0;
        for (count, index) in counts.iter().zip(&named.indices) {
            let number = Constants { symbols: self.symbols }.uint(index)?;
            if number >= *count {
                let message = format!(
                    "index {number} of `{}` is out of range: it has {count} elements",
                    named.name
                );
                return Err(Diagnostic::error(index.span, message));
            }
            element = element * count + number;
        }
        Ok(Some(element))
    }

    fn resource(&mut self, declared: Declared<'a, ast::Variable>, kind: ObjectKind) {
        let name = declared.node.name.name.as_str();
        match resource::role(kind) {
            Role::Resource(kind) => {
                let sampled = match kind {
                    ResourceKind::Texture1D
                    | ResourceKind::Texture2D
                    | ResourceKind::Texture3D
                    | ResourceKind::TextureCube => self.kinds_read(name),
                    _ => BTreeSet::new(),
                };
                let others: Vec<ResourceKind> = ResourceKind::ALL
                    .into_iter()
                    .filter(|it| it != &kind && sampled.contains(it.hlsl()))
                    .collect();
                self.texture(declared, kind, &others);
            }
            Role::Texture => {
                let sampled = self.kinds_read(name);
                let mut kinds =
                    ResourceKind::ALL.into_iter().filter(|it| sampled.contains(it.hlsl()));
                let first = kinds.next().unwrap_or_else(|| self.declared_kind(name));
                let others: Vec<ResourceKind> = kinds.collect();
                self.texture(declared, first, &others);
            }
            Role::Sampler(_) => {
                let sources = self.found.sampled.sources.get(name);
                if sources.is_none_or(|it| !it.contains(&Source::Own)) {
                    return;
                }
                let lines_are_planes = self.found.sampled.lines_are_planes;
                for (index, shape) in self.uses.shapes(name).into_iter().enumerate() {
                    let kind = shape.kind(lines_are_planes);
                    let code_name = match index {
                        0 => format!("fx@texture_{name}"),
                        _ => format!("fx@texture_{}_{name}", kind.hlsl()),
                    };
                    self.describe(declared, kind, index, code_name);
                }
            }
            Role::Effect => {}
            Role::Unsupported => self.diagnostics.push(Diagnostic::error(
                declared.node.ty.span,
                format!("not yet supported: global variables of type `{}`", kind.keyword()),
            )),
        }
    }

    fn texture(
        &mut self,
        declared: Declared<'a, ast::Variable>,
        kind: ResourceKind,
        others: &[ResourceKind],
    ) {
        let name = declared.node.name.name.as_str();
        self.describe(declared, kind, 0, name.to_owned());
        for (index, kind) in (1..).zip(others) {
            self.describe(declared, *kind, index, format!("fx@{}_{name}", kind.hlsl()));
        }
    }

    /// Adds a resource; `index` counts the kinds of one variable.
    fn describe(
        &mut self,
        declared: Declared<'a, ast::Variable>,
        kind: ResourceKind,
        index: usize,
        code_name: String,
    ) {
        let node = declared.node;
        let mut data = match resource::describe(kind, declared, Types { symbols: self.symbols }) {
            Ok(data) => data,
            Err(diagnostic) => return self.diagnostics.push(diagnostic),
        };
        if index > 0 {
            data.name = format!("{}_{}", data.name, kind.hlsl());
        }
        let appends = matches!(
            kind,
            ResourceKind::AppendStructuredBuffer | ResourceKind::ConsumeStructuredBuffer
        );
        let counts = kind == ResourceKind::RWStructuredBuffer;
        if appends || counts && self.uses.is_counted(&data.name) {
            data.counter_binding = Some(0);
        }
        let key = (node.name.name.clone(), kind);
        self.found.sampled.textures.insert(key, self.found.resources.len());
        if !kind.is_storage_buffer() || node.array.is_empty() {
            self.found.resources.push(Object { node, code_name, data });
            return;
        }
        if data.count > MAX_SPLIT {
            let message =
                format!("an array of {} buffers; expected at most {MAX_SPLIT}", data.count);
            return self.diagnostics.push(Diagnostic::error(node.name.span, message));
        }
        for element in 0..data.count {
            let name = format!("{}[{element}]", data.name);
            let data = Resource { name, count: 1, ..data.clone() };
            let code_name = format!("fx@element_{element}_{code_name}");
            self.found.resources.push(Object { node, code_name, data });
        }
    }

    /// The names of the kinds that a texture is read as by the samplers that name it.
    fn kinds_read(&self, texture: &str) -> BTreeSet<&'static str> {
        let lines_are_planes = self.found.sampled.lines_are_planes;
        let shapes = self.samplers_of(texture).iter().flat_map(|it| self.uses.shapes(it));
        shapes.map(|it| it.kind(lines_are_planes).hlsl()).collect()
    }

    /// The kind of a texture that nothing reads: what a sampler of it is declared as.
    fn declared_kind(&self, texture: &str) -> ResourceKind {
        let mut shapes = self.samplers_of(texture).iter().filter_map(|it| {
            let variable = self.symbols.variables.get(it)?;
            match &self.symbols.resolve(&variable.node.ty, &mut Vec::new()).kind {
                TypeKind::Object(kind, _) => Shape::of_sampler(*kind),
                _ => None,
            }
        });
        let shape = shapes.next().unwrap_or(Shape::Plane);
        shape.kind(self.found.sampled.lines_are_planes)
    }

    fn samplers_of(&self, texture: &str) -> &[&'a str] {
        self.samplers.get(texture).map_or(&[], Vec::as_slice)
    }
}
