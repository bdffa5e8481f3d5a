//! Takes out of an effect what one entry point reaches, and makes plain HLSL of it: a [`Unit`].
//!
//! What only effects have goes away (techniques, states, values, annotations, registers), and what only Vulkan has is
//! added (bindings, locations).

use crate::hash::HashSet;

use crate::ast::visit;
use crate::ast::walk::{self, Visitor};
use crate::ast::{
    self, Attribute, BufferKind, ConstantBuffer, Ident, Item, ModifierKind, TypeKind,
};
use crate::check::symbols::is_loose_global;
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Primitive, VertexInput};
use crate::lower::declaration;
use crate::lower::dimension;
use crate::lower::output;
use crate::lower::program::Program;
use crate::lower::reach::{Reached, reach};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::signature::{Role, Signature};
use crate::lower::specialise::{self, Specialised};
use crate::lower::split::Splits;
use crate::lower::stream::{self, StreamPack};
use crate::lower::unit::Unit;
use crate::lower::vertex;
use crate::lower::wrapper::{self, Making};
use crate::patch::Streams;

/// What the name of the user's function begins with, which the generated entry point calls.
const BODY: &str = "fx@body_";

/// An entry point taken out of its effect.
#[derive(Debug)]
pub(super) struct Taken<'u> {
    pub(super) unit: Unit<'u>,
    /// Vertex layout; empty for other stages.
    pub(super) vertex_inputs: Vec<VertexInput>,
    /// What a geometry shader takes.
    pub(super) input_primitive: Option<Primitive>,
    /// Control points that a hull shader takes.
    pub(super) patch_control_points: Option<u32>,
    /// The streams of a geometry shader that has several.
    pub(super) streams: Option<Streams>,
}

/// Makes the unit of an entry point.
///
/// # Errors
/// What has no place between shader stages, a uniform parameter without a value.
pub(super) fn make<'u>(
    effect: &ast::Effect,
    program: &Program<'_, '_>,
    entry: &Entry<'_>,
    rewrites: &'u Rewrites,
) -> Result<Taken<'u>, Diagnostic> {
    let checked = program.checked;
    let (signatures, links) = program.interface(entry);
    values_are_given(entry, signatures)?;
    let vertex = match signatures.first() {
        Some(main) => vertex::layout(main)?,
        None => Vec::new(),
    };
    let name = &entry.function.name.name;
    let callee = format!("{BODY}{name}");
    let Specialised { mut function, handed } =
        specialise::specialise(entry, &checked.symbols, rewrites)?;
    let mut attributes = std::mem::take(&mut function.attributes);
    // A promise to Direct3D's drivers, which the HLSL compiler has no use for.
    attributes.retain(|it| !it.is("maxtessfactor"));
    if rewrites.has(Rewrite::AttributeCase) {
        declaration::fold_attribute_names(&mut attributes);
    }
    let made = wrapper::make(&Making {
        signatures,
        links,
        vertex: &vertex,
        rewrites,
        profile: &entry.profile,
        callee: &callee,
        uniforms: &handed,
        attributes: &attributes,
    })?;
    let reached = reach(&program.mentions, entry);
    let overloads = called_overloads(checked, entry, &reached);
    // Who calls the function itself gives it all of its arguments.
    let called_as = match entry.arguments.is_empty() {
        true => callee.clone(),
        false => format!("fx@called_{name}"),
    };
    let mut instance = Instance {
        checked,
        entry,
        reached,
        overloads,
        called_as,
        copy: Some((callee, function)),
        packs: &made.packs,
        rewrites,
        items: Vec::new(),
        packing: checked.packing,
    };
    instance.items.extend(made.structs);
    instance.items.extend(instance.globals());
    effect.items.iter().try_for_each(|item| instance.item(item))?;
    instance.insert_packs();
    instance.rename_calls();
    let mut items = instance.items;
    items.extend(made.functions);
    let unit = Unit {
        tree: ast::Effect { items },
        entry: name.clone(),
        stage: entry.stage,
        packing: checked.packing,
        locals: Vec::new(),
        splits: Splits::new(checked, rewrites),
        rewrites,
    };
    let main = signatures.first();
    Ok(Taken {
        unit,
        vertex_inputs: vertex.into_iter().map(|it| it.input).collect(),
        input_primitive: main.and_then(Signature::input_primitive),
        patch_control_points: main.and_then(Signature::patch_control_points),
        streams: made.streams,
    })
}

/// The functions with the name of the entry point that reached code calls, told apart by the number of arguments.
/// Others are left out: the HLSL compiler is confused by them, and they may be wrong.
fn called_overloads<'a>(
    checked: &Checked<'a>,
    entry: &Entry<'a>,
    reached: &Reached<'_, '_>,
) -> Vec<&'a ast::Function> {
    let name = entry.function.name.name.as_str();
    let mut found: Vec<&ast::Function> = Vec::new();
    let functions = &checked.symbols.functions;
    let Some(overloads) = functions.get(name).filter(|_| reached.has(name)) else { return found };
    let others = functions.iter().filter(|(it, _)| **it != name && reached.has(it));
    let others = others.flat_map(|(_, all)| all).map(|it| it.node);
    let mut counts: HashSet<usize> = others.flat_map(|it| argument_counts(it, name)).collect();
    let methods = checked.symbols.structs.iter().filter(|(it, _)| reached.has(it));
    let methods = methods.flat_map(|(_, it)| &it.node.methods);
    counts.extend(methods.flat_map(|it| argument_counts(it, name)));
    counts.extend(argument_counts(entry.function, name));
    loop {
        let is_new = |it: &&ast::Function| !found.iter().any(|known| std::ptr::eq(*known, *it));
        let takes = |it: &&ast::Function| {
            let needed = it.params.iter().filter(|it| it.init.is_none()).count();
            counts.iter().any(|count| (needed..=it.params.len()).contains(count))
        };
        let next = overloads.iter().map(|it| it.node).filter(is_new).find(takes);
        let Some(next) = next else { return found };
        counts.extend(argument_counts(next, name));
        found.push(next);
    }
}

/// How many arguments a function gives to functions of a name.
fn argument_counts(function: &ast::Function, name: &str) -> HashSet<usize> {
    struct Counts<'c> {
        name: &'c str,
        counts: HashSet<usize>,
    }
    impl visit::Visitor for Counts<'_> {
        fn expr(&mut self, expr: &ast::Expr) {
            if let ast::ExprKind::Call(function, args) = &expr.kind
                && function.name == self.name
            {
                self.counts.insert(args.len());
            }
        }
    }
    let mut visitor = Counts { name, counts: HashSet::default() };
    visit::function(function, &mut visitor);
    visitor.counts
}

/// Every parameter that no stage fills has a value from the compile expression.
fn values_are_given(entry: &Entry<'_>, signatures: &[Signature<'_>]) -> Result<(), Diagnostic> {
    for (index, signature) in signatures.iter().enumerate() {
        for (number, role) in signature.roles.iter().enumerate() {
            let is_given = index == 0 && entry.arguments.iter().any(|it| it.param == number);
            let Some(param) = signature.function.params.get(number) else { continue };
            if matches!(role, Role::Uniform) && !is_given {
                let message = format!(
                    "`{}` needs a value for its parameter `{}`",
                    signature.function.name.name, param.name.name
                );
                let help = "values of uniform parameters stand in the compile expression";
                return Err(Diagnostic::error(param.span, message)
                    .with_help(help)
                    .with_note(format!("in {}", entry.first_use)));
            }
        }
    }
    Ok(())
}

struct Instance<'l, 'a> {
    checked: &'l Checked<'a>,
    entry: &'l Entry<'a>,
    reached: Reached<'l, 'a>,
    /// The functions with the entry point's name that reached code calls.
    overloads: Vec<&'a ast::Function>,
    /// The name that such calls get.
    called_as: String,
    /// The name and the function that the entry point calls, until it is put in its place.
    copy: Option<(String, ast::Function)>,
    packs: &'l [StreamPack],
    rewrites: &'l Rewrites,
    items: Vec<Item>,
    /// The packing in force at the item.
    packing: MatrixPacking,
}

impl Instance<'_, '_> {
    fn item(&mut self, item: &Item) -> Result<(), Diagnostic> {
        match item {
            Item::Function(function) => self.function(function)?,
            Item::Struct(def) => self.structure(def)?,
            Item::Typedef(typedef) if self.has(&typedef.name.name) => {
                let mut typedef = typedef.clone();
                if self.rewrites.has(Rewrite::ArraySize) {
                    dimension::evaluate_all(&mut typedef.array, &self.checked.symbols, &|_| false);
                }
                self.items.push(Item::Typedef(typedef));
            }
            Item::ConstantBuffer(buffer) => self.buffer(buffer),
            Item::Variable(variable) => self.variable(variable),
            Item::PackMatrix(pragma) => {
                self.packing = match pragma.row_major {
                    true => MatrixPacking::Row,
                    false => MatrixPacking::Column,
                };
            }
            Item::Typedef(_) | Item::Technique(_) | Item::Group(_) => {}
        }
        Ok(())
    }

    fn function(&mut self, function: &ast::Function) -> Result<(), Diagnostic> {
        let name = &self.entry.function.name.name;
        let shares_name = function.name.name == *name && function.class.is_none();
        if std::ptr::eq(function, self.entry.function)
            && let Some((callee, mut copy)) = self.copy.take()
        {
            copy.name.name = callee;
            if self.rewrites.has(Rewrite::ZeroOutputs) {
                output::define(&mut copy, &self.checked.symbols);
            }
            self.push_function(copy, true)?;
            if self.called_as.starts_with(BODY) {
                return Ok(());
            }
        }
        // Methods that are defined outside of their struct come with it.
        let is_method = function.class.as_ref().is_some_and(|it| self.has(&it.name));
        let is_needed = match shares_name {
            _ if is_method => true,
            true => self.overloads.iter().any(|it| std::ptr::eq(*it, function)),
            false => self.has(&function.name.name),
        };
        if !is_needed {
            return Ok(());
        }
        let mut function = function.clone();
        if shares_name {
            function.name.name.clone_from(&self.called_as);
            // What only entry points have would be refused here.
            function.attributes.clear();
        }
        self.push_function(function, false)
    }

    /// A function that the entry point calls, or calls by others.
    fn push_function(
        &mut self,
        mut function: ast::Function,
        is_entry: bool,
    ) -> Result<(), Diagnostic> {
        function.annotations.clear();
        if self.rewrites.has(Rewrite::AttributeCase) {
            declaration::fold_attribute_names(&mut function.attributes);
        }
        declaration::strip_entry(&mut function);
        stream::rewrite(&mut function, &self.checked.symbols, self.packs, is_entry)?;
        self.items.push(Item::Function(function));
        Ok(())
    }

    fn structure(&mut self, def: &ast::StructDef) -> Result<(), Diagnostic> {
        let Some(name) = &def.name else { return Ok(()) };
        if !self.has(&name.name) {
            return Ok(());
        }
        let mut def = def.clone();
        for field in &mut def.fields {
            self.pack(field);
            self.evaluate_dimensions(field);
            declaration::strip_interface(field);
            field.annotations.clear();
        }
        for method in &mut def.methods {
            declaration::strip_entry(method);
            stream::rewrite(method, &self.checked.symbols, self.packs, false)?;
        }
        self.items.push(Item::Struct(def));
        Ok(())
    }

    /// Puts the functions that pack vertices right after the structures they pack.
    fn insert_packs(&mut self) {
        for pack in self.packs {
            let resolved = self.checked.symbols.resolve(&pack.element, &mut Vec::new());
            let place = match &resolved.kind {
                TypeKind::Named(name) => self.items.iter().position(|it| {
                    matches!(it, Item::Struct(def) if def.name.as_ref().is_some_and(|it| it.name == *name))
                }),
                _ => None,
            };
            let place = place.map_or(0, |it| it + 1);
            self.items.insert(place, Item::Function(pack.function.clone()));
        }
    }

    /// Gives calls of the entry point the name that the user's function has now.
    fn rename_calls(&mut self) {
        if self.overloads.is_empty() {
            return;
        }
        let mut rename = RenameCalls { from: &self.entry.function.name.name, to: &self.called_as };
        for item in &mut self.items {
            match item {
                Item::Function(it) => walk::function(it, &mut rename),
                Item::Variable(it) => walk::variable(it, &mut rename),
                Item::Struct(def) => {
                    let has_own = def.methods.iter().any(|it| it.name.name == rename.from);
                    if !has_own {
                        def.methods.iter_mut().for_each(|it| walk::function(it, &mut rename));
                    }
                }
                _ => {}
            }
        }
    }

    fn buffer(&mut self, node: &ConstantBuffer) {
        let found = self
            .checked
            .buffers
            .iter()
            .enumerate()
            .find(|(_, it)| it.node.is_some_and(|it| std::ptr::eq(it, node)));
        for constant in node.members.iter().filter(|it| it.modifiers.has(ModifierKind::Static)) {
            if self.has(&constant.name.name) {
                self.constant(constant);
            }
        }
        let Some((index, buffer)) = found else { return };
        if !self.has_buffer(index) {
            return;
        }
        let binding = Attribute::vk("binding", &[buffer.data.binding, 0], node.name.span);
        let members = node.members.iter().filter(|it| !it.modifiers.has(ModifierKind::Static));
        let members = members.map(|it| self.buffer_member(it, self.packing)).collect();
        self.items.push(Item::ConstantBuffer(ConstantBuffer {
            attributes: vec![binding],
            modifiers: ast::Modifiers::default(),
            registers: Vec::new(),
            annotations: Vec::new(),
            members,
            // A texture buffer has the same layout, and is a uniform buffer here.
            kind: BufferKind::Cbuffer,
            ..node.clone()
        }));
    }

    /// The buffer of loose globals, with all of them, since its layout is one for every stage.
    fn globals(&self) -> Option<Item> {
        if !self.reached.has_globals() && self.rewrites.has(Rewrite::Reach) {
            return None;
        }
        let buffer = self.checked.buffers.iter().find(|it| it.node.is_none())?;
        let span = buffer.members.first().map_or(self.entry.function.span, |it| it.node.span);
        let members =
            buffer.members.iter().map(|it| self.buffer_member(it.node, it.packing)).collect();
        Some(Item::ConstantBuffer(ConstantBuffer {
            attributes: vec![Attribute::vk("binding", &[buffer.data.binding, 0], span)],
            modifiers: ast::Modifiers::default(),
            kind: BufferKind::Cbuffer,
            name: Ident { name: "fx@Globals".to_owned(), span },
            registers: Vec::new(),
            annotations: Vec::new(),
            members,
            span,
        }))
    }

    fn buffer_member(&self, member: &ast::Variable, packing: MatrixPacking) -> ast::Variable {
        let mut member = member.clone();
        declaration::strip(&mut member);
        member.packoffset = None;
        self.evaluate_dimensions(&mut member);
        declaration::spell_packing(&mut member, packing, self.checked);
        member
    }

    fn pack(&self, field: &mut ast::Variable) {
        declaration::spell_packing(field, self.packing, self.checked);
    }

    fn variable(&mut self, variable: &ast::Variable) {
        if !self.has(&variable.name.name) || is_loose_global(&self.checked.symbols, variable) {
            return;
        }
        let resolved = self.checked.symbols.resolve(&variable.ty, &mut Vec::new());
        if matches!(resolved.kind, TypeKind::Object(..)) {
            // Textures, samplers and buffers are declared where it is known which of them are used; states and
            // shaders are data of the effect.
        } else if variable.modifiers.has(ModifierKind::Static) {
            self.constant(variable);
        } else {
            // Group memory.
            let mut lowered = variable.clone();
            self.evaluate_dimensions(&mut lowered);
            self.items.push(Item::Variable(lowered));
        }
    }

    /// A static global.
    fn constant(&mut self, variable: &ast::Variable) {
        let mut lowered = variable.clone();
        lowered.annotations.clear();
        self.items.push(Item::Variable(lowered));
    }

    /// Writes the sizes of arrays as numbers.
    fn evaluate_dimensions(&self, variable: &mut ast::Variable) {
        if self.rewrites.has(Rewrite::ArraySize) {
            let symbols = &self.checked.symbols;
            dimension::evaluate(variable, symbols, &|_| false);
        }
    }

    /// Whether a name is reached, or everything is kept.
    fn has(&self, name: &str) -> bool {
        self.reached.has(name) || !self.rewrites.has(Rewrite::Reach)
    }

    fn has_buffer(&self, index: usize) -> bool {
        self.reached.has_buffer(index) || !self.rewrites.has(Rewrite::Reach)
    }
}

struct RenameCalls<'r> {
    from: &'r str,
    to: &'r str,
}

impl Visitor for RenameCalls<'_> {
    fn expr(&mut self, expr: &mut ast::Expr) {
        if let ast::ExprKind::Call(function, _) = &mut expr.kind
            && function.name == self.from
        {
            self.to.clone_into(&mut function.name);
        }
    }
}
