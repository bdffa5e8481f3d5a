//! The whole check, and its result.

use std::collections::BTreeSet;

use crate::ast::{self, TypeKind};
use crate::check::constant::Constants;
use crate::check::defaults;
use crate::check::entry::Entry;
use crate::check::objects::Objects;
use crate::check::pass::Passes;
use crate::check::redefinition;
use crate::check::resource;
use crate::check::sampled::Sampled;
use crate::check::smooth_line;
use crate::check::state_object::States;
use crate::check::symbols::{Declared, Symbols, is_loose_global};
use crate::check::types::Types;
use crate::diagnostic::{Diagnostic, Diagnostics, MAX_ERRORS};
use crate::effect::{
    ConstantBuffer, GLOBALS_BUFFER, MatrixPacking, Member, Resource, Sampler, ShaderSelection,
    Stages, StringVariable, Technique,
};
use crate::layout::{self, OffsetFault, Rules};

/// The largest constant buffer of Direct3D 11: 4096 registers.
const MAX_BUFFER_BYTES: u32 = 4096 * layout::REGISTER_BYTES;

/// A constant buffer with its declaration.
#[derive(Debug)]
pub struct Buffer<'a> {
    /// The declaration; none for `$Globals`.
    pub node: Option<&'a ast::ConstantBuffer>,
    /// Members with a place in the buffer, in order; as many as the data has.
    pub members: Vec<Declared<'a, ast::Variable>>,
    /// Indices of members with matrices whose last register something else uses.
    pub split_members: Vec<usize>,
    /// The data.
    pub data: ConstantBuffer,
}

/// A texture, buffer or sampler with its declaration.
#[derive(Debug)]
pub struct Object<'a, T> {
    /// The declaration: of a texture that a sampler of Direct3D 9 makes for itself, the sampler's.
    pub node: &'a ast::Variable,
    /// Its name in lowered HLSL.
    pub code_name: String,
    /// The data.
    pub data: T,
}

/// What an effect means.
#[derive(Debug)]
pub struct Checked<'a> {
    /// Its names.
    pub symbols: Symbols<'a>,
    /// Packing of matrices that do not say it themselves.
    pub packing: MatrixPacking,
    /// Constant buffers with bindings, layouts and default values; `$Globals` comes last.
    pub buffers: Vec<Buffer<'a>>,
    /// Textures and buffers with bindings.
    pub resources: Vec<Object<'a, Resource>>,
    /// The textures that samplers of Direct3D 9 read.
    pub sampled: Sampled,
    /// Samplers with bindings and states.
    pub samplers: Vec<Object<'a, Sampler>>,
    /// Named states.
    pub states: States,
    /// Global strings.
    pub strings: Vec<StringVariable>,
    /// Shaders to compile.
    pub entries: Vec<Entry<'a>>,
    /// Choices between shaders, which name them by index into `entries`.
    pub selections: Vec<ShaderSelection>,
    /// Techniques; their passes name shaders by index into `entries`.
    pub techniques: Vec<Technique>,
}

/// Checks an effect. Matrices are packed by `packing` where nothing else is said. What is wrong comes with the
/// result, which holds as much as could be understood.
#[must_use]
pub fn check(effect: &ast::Effect, packing: MatrixPacking) -> (Checked<'_>, Vec<Diagnostic>) {
    let symbols = Symbols::new(effect, packing);
    let mut diagnostics = Vec::new();
    redefinition::check(effect, &mut diagnostics);
    Types { symbols: &symbols }.large_structures(&mut diagnostics);
    let buffers = buffers(&symbols, &mut diagnostics);
    // Faults are reported by kind of declaration, techniques last.
    let object_faults_at = diagnostics.len();
    let states = States::new(&symbols, &mut diagnostics);
    let mut passes = Passes {
        symbols: &symbols,
        states: &states,
        entries: Vec::new(),
        selections: Vec::new(),
        gone: BTreeSet::new(),
        blocks: BTreeSet::new(),
        assembly: Vec::new(),
        meets_assembly: false,
        diagnostics,
        error_count: 0,
    };
    let techniques: Vec<_> =
        symbols.techniques.iter().map(|(group, it)| passes.technique(*group, it)).collect();
    passes.unused_state_blocks();
    passes.report_assembly(&techniques);
    let Passes { entries, selections, mut diagnostics, error_count, .. } = passes;
    if error_count >= MAX_ERRORS {
        let message = format!("stopped after {MAX_ERRORS} errors in passes");
        diagnostics.push(Diagnostic::error_without_place(message));
    }
    if symbols.techniques.is_empty() {
        let warning = Diagnostic::warning_without_place("the effect has no technique");
        diagnostics.push(warning.with_help(
            "a technique names the shaders to compile: `technique11 T0 { pass P0 { .. } }`",
        ));
    }
    let mut faults = Vec::new();
    let found = Objects::new(&symbols, &entries, &mut faults);
    diagnostics.splice(object_faults_at..object_faults_at, faults);
    let Objects { resources, sampled, samplers } = found;
    diagnostics.extend(smooth_line::of_states(&states, &symbols));
    let strings = strings(&symbols, &mut diagnostics);
    let mut checked = Checked {
        symbols,
        packing,
        buffers,
        resources,
        sampled,
        samplers,
        states,
        strings,
        entries,
        selections,
        techniques,
    };
    checked.bind();
    (checked, diagnostics.into_iter().collect::<Diagnostics>().into_vec())
}

impl Checked<'_> {
    /// Gives every buffer, resource and sampler one binding of set 0 for the whole effect.
    fn bind(&mut self) {
        let buffers = self.buffers.iter_mut().map(|it| &mut it.data.binding);
        let resources = self.resources.iter_mut().map(|it| &mut it.data.binding);
        let samplers = self.samplers.iter_mut().map(|it| &mut it.data.binding);
        let mut next = 0;
        for binding in buffers.chain(resources).chain(samplers) {
            *binding = next;
            next += 1;
        }
        for binding in self.resources.iter_mut().filter_map(|it| it.data.counter_binding.as_mut()) {
            *binding = next;
            next += 1;
        }
    }
}

fn buffers<'a>(symbols: &Symbols<'a>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Buffer<'a>> {
    let is_static = |it: &ast::Variable| it.modifiers.has(ast::ModifierKind::Static);
    let mut buffers = Vec::new();
    for declared in &symbols.buffers {
        let node = declared.node;
        let members: Vec<_> = node
            .members
            .iter()
            .filter(|it| !is_static(it))
            .map(|node| Declared { node, packing: declared.packing })
            .collect();
        let name = node.name.name.clone();
        buffers.extend(buffer(symbols, name, Some(node), members, diagnostics));
    }
    let loose: Vec<_> =
        symbols.globals.iter().copied().filter(|it| is_loose_global(symbols, it.node)).collect();
    if !loose.is_empty() {
        buffers.extend(buffer(symbols, GLOBALS_BUFFER.to_owned(), None, loose, diagnostics));
    }
    buffers
}

fn buffer<'a>(
    symbols: &Symbols<'a>,
    name: String,
    node: Option<&'a ast::ConstantBuffer>,
    members: Vec<Declared<'a, ast::Variable>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Buffer<'a>> {
    let types = Types { symbols };
    let constants = Constants { symbols };
    let mut placed = Vec::new();
    let mut offsets = Vec::new();
    let mut faults = Vec::new();
    for declared in &members {
        // One at a time, since a pragma may stand between loose globals; placed all together below.
        match types.members(&[declared.node], declared.packing, Rules::ConstantBuffer) {
            Ok((one, _)) => {
                offsets.extend(
                    one.iter().map(|it| declared.node.packoffset.as_ref().map(|_| it.offset_bytes)),
                );
                placed.extend(one);
            }
            Err(diagnostic) => faults.push(diagnostic),
        }
        if faults.len() >= MAX_ERRORS {
            break;
        }
    }
    if !faults.is_empty() {
        diagnostics.append(&mut faults);
        return None;
    }
    let extent = layout::place(&mut placed, &offsets, Rules::ConstantBuffer);
    if extent.size_bytes > MAX_BUFFER_BYTES {
        let span = node.map(|it| it.name.span).or_else(|| members.first().map(|it| it.node.span));
        // A texture buffer may be larger in Direct3D, but it is a uniform buffer here.
        let (kind, whose) = match node.is_some_and(is_texture_buffer) {
            true => ("texture", "a uniform buffer of Vulkan has room for"),
            false => ("constant", "Direct3D allows"),
        };
        let message = format!(
            "the {kind} buffer `{name}` has {} bytes; {whose} {MAX_BUFFER_BYTES}",
            extent.size_bytes
        );
        diagnostics.extend(span.map(|it| Diagnostic::error(it, message)));
        return None;
    }
    if offsets.iter().any(Option::is_some) {
        let faults = offset_faults(&members, &placed, &offsets);
        if !faults.is_empty() {
            diagnostics.extend(faults);
            return None;
        }
    }
    let size_bytes = extent.size_bytes.next_multiple_of(layout::REGISTER_BYTES);
    let split_members = layout::members_to_split(&placed);
    let nodes: Vec<&ast::Variable> = members.iter().map(|it| it.node).collect();
    let default_bytes = defaults::image(&nodes, &placed, size_bytes, constants, diagnostics);
    let annotations = match constants.annotations(node.map_or(&[], |it| &it.annotations)) {
        Ok(annotations) => annotations,
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            Vec::new()
        }
    };
    let data = ConstantBuffer {
        name,
        set: 0,
        binding: 0,
        size_bytes,
        stages: Stages::NONE,
        members: placed,
        default_bytes,
        texture_buffer: node.is_some_and(is_texture_buffer),
        register: node.and_then(|it| resource::register_of(&it.registers)),
        shared: node.is_some_and(|it| it.modifiers.has(ast::ModifierKind::Shared)),
        annotations,
    };
    Some(Buffer { node, members, split_members, data })
}

fn is_texture_buffer(node: &ast::ConstantBuffer) -> bool {
    node.kind == ast::BufferKind::Tbuffer
}

/// What is wrong with the `packoffset`s of a buffer.
fn offset_faults(
    members: &[Declared<'_, ast::Variable>],
    placed: &[Member],
    offsets: &[Option<u32>],
) -> Vec<Diagnostic> {
    let without = offsets.iter().zip(members).find(|(offset, _)| offset.is_none());
    if let Some((_, declared)) = without {
        let message = "members with and without `packoffset` cannot be mixed in a constant buffer";
        return vec![
            Diagnostic::error(declared.node.span, message).with_label("this one has none"),
        ];
    }
    let faults = layout::offset_faults(placed).into_iter().filter_map(|(index, fault)| {
        let node = members.get(index)?.node;
        let span = node.packoffset.as_ref().map_or(node.span, |it| it.span);
        let name = &node.name.name;
        Some(match fault {
            OffsetFault::Crosses => {
                let message = format!("`{name}` does not fit the rest of its register");
                Diagnostic::error(span, message).with_help(
                    "a vector lies within 16 bytes; arrays, matrices and structures begin with them",
                )
            }
            OffsetFault::Overlaps(other) => {
                let other = members.get(other)?.node;
                let message = format!("`{name}` overlaps `{}`", other.name.name);
                Diagnostic::error(span, message).with_note_at(other.span, "it is declared here")
            }
        })
    });
    faults.collect()
}

/// The global strings: data for tools.
fn strings(symbols: &Symbols<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<StringVariable> {
    let constants = Constants { symbols };
    let mut found = Vec::new();
    for declared in &symbols.globals {
        let node = declared.node;
        let resolved = symbols.resolve(&node.ty, &mut Vec::new());
        if !matches!(resolved.kind, TypeKind::Scalar(ast::ScalarKind::String)) {
            continue;
        }
        let mut values = Vec::new();
        if let Some(init) = &node.init {
            collect_strings(init, &mut values, diagnostics);
        }
        let annotations = constants.annotations(&node.annotations).unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            Vec::new()
        });
        found.push(StringVariable {
            name: node.name.name.clone(),
            values,
            semantic: node.semantic.as_ref().map(|it| it.name.name.clone()),
            annotations,
        });
    }
    found
}

fn collect_strings(init: &ast::Expr, values: &mut Vec<String>, diagnostics: &mut Vec<Diagnostic>) {
    match &init.kind {
        ast::ExprKind::Literal(ast::Literal::String(bytes)) => {
            values.push(crate::check::constant::text_of(bytes));
        }
        ast::ExprKind::Braces(parts) => {
            parts.iter().for_each(|it| collect_strings(it, values, diagnostics));
        }
        _ => diagnostics.push(Diagnostic::error(init.span, "expected a string")),
    }
}
