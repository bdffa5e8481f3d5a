//! What goes into and comes out of entry points, by semantic: locations between stages, and the vertex layout.
//!
//! Direct3D joins stages by the name of the semantic. Vulkan joins them by location. So each semantic gets one
//! location for the whole effect, whatever the order in which a struct declares it.

use std::collections::HashMap;

use crate::ast::{self, ModifierKind, ScalarKind, TemplateArg, TypeKind};
use crate::check::symbols::Symbols;
use crate::check::types::packing_of;
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Stage, VertexFormat, VertexInput};

/// A semantic: its name in upper case, and its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SemanticKey {
    pub(super) name: String,
    pub(super) index: u32,
}

impl SemanticKey {
    pub(super) fn new(text: &str) -> Self {
        let name = text.trim_end_matches(|it: char| it.is_ascii_digit());
        let index = text[name.len()..].parse().unwrap_or(0);
        Self { name: name.to_ascii_uppercase(), index }
    }

    /// Whether it is a system value (`SV_Position`), which has no location.
    pub(super) fn is_system(&self) -> bool {
        self.name.starts_with("SV_")
    }
}

/// A variable of an interface: a member of a struct, or a parameter itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'a> {
    /// The struct that holds it; none for a parameter.
    pub(super) owner: Option<&'a ast::StructDef>,
    pub(super) variable: &'a ast::Variable,
    /// Matrix packing in force at the declaration.
    pub(super) packing: MatrixPacking,
    pub(super) is_input: bool,
}

/// Everything in the interface of an entry point, inputs and outputs, in order.
///
/// # Errors
/// A variable without a semantic.
pub(super) fn slots<'a>(
    symbols: &Symbols<'a>,
    function: &'a ast::Function,
    packing: MatrixPacking,
) -> Result<Vec<Slot<'a>>, Diagnostic> {
    let mut slots = Vec::new();
    for param in &function.params {
        let is_out = param.modifiers.has(ModifierKind::Out);
        let is_in_out = param.modifiers.has(ModifierKind::InOut);
        let is_stream = matches!(&param.ty.kind, TypeKind::Object(kind, _) if kind.keyword().ends_with("Stream"));
        if !is_out && !is_stream {
            of_type(symbols, &param.ty, Some(param), packing, true, &mut slots)?;
        }
        if is_out || is_in_out || is_stream {
            of_type(symbols, &param.ty, Some(param), packing, false, &mut slots)?;
        }
    }
    of_type(symbols, &function.return_type, None, packing, false, &mut slots)?;
    Ok(slots)
}

fn of_type<'a>(
    symbols: &Symbols<'a>,
    ty: &'a ast::Type,
    param: Option<&'a ast::Variable>,
    packing: MatrixPacking,
    is_input: bool,
    slots: &mut Vec<Slot<'a>>,
) -> Result<(), Diagnostic> {
    let resolved = symbols.resolve(ty, &mut Vec::new());
    match &resolved.kind {
        TypeKind::Named(name) => {
            let Some(found) = symbols.structs.get(name.as_str()) else { return Ok(()) };
            for field in &found.node.fields {
                let inner = symbols.resolve(&field.ty, &mut Vec::new());
                if matches!(&inner.kind, TypeKind::Named(_)) && field.semantic.is_none() {
                    of_type(symbols, &field.ty, None, found.packing, is_input, slots)?;
                    continue;
                }
                if field.semantic.is_none() {
                    return Err(Diagnostic::error(
                        field.span,
                        format!(
                            "`{}.{}` goes between shader stages but has no semantic",
                            name, field.name.name
                        ),
                    )
                    .with_help(format!("write one, as in `{} : TEXCOORD0`", field.name.name)));
                }
                slots.push(Slot {
                    owner: Some(found.node),
                    variable: field,
                    packing: packing_of(&field.modifiers, found.packing),
                    is_input,
                });
            }
            Ok(())
        }
        TypeKind::Object(_, args) => args.iter().try_for_each(|it| match it {
            TemplateArg::Type(_, inner) => of_type(symbols, inner, None, packing, is_input, slots),
            TemplateArg::Value(_) => Ok(()),
        }),
        TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..) => {
            if let Some(param) = param.filter(|it| it.semantic.is_some()) {
                let packing = packing_of(&param.modifiers, packing);
                slots.push(Slot { owner: None, variable: param, packing, is_input });
            }
            Ok(())
        }
        TypeKind::Void | TypeKind::Inline(_) => Ok(()),
    }
}

/// Number of locations a variable takes.
fn location_count(symbols: &Symbols<'_>, variable: &ast::Variable) -> Result<u32, Diagnostic> {
    let mut dims: Vec<&ast::ArrayDim> = variable.array.iter().collect();
    let vectors = match symbols.resolve(&variable.ty, &mut dims).kind {
        TypeKind::Matrix(_, rows, _) => u32::from(rows),
        _ => 1,
    };
    if let Some(dim) = dims.first() {
        // glslang splits such an array and gives all its elements the same location.
        return Err(Diagnostic::error(dim.span, "not yet supported: an array with a semantic"));
    }
    Ok(vectors)
}

/// One location for each semantic of the whole effect.
#[derive(Debug, Default)]
pub struct Locations {
    by_semantic: HashMap<SemanticKey, u32>,
}

impl Locations {
    /// Numbers the semantics between stages of all entry points, in order of first appearance.
    /// Vertex inputs are not among them; they are numbered for each vertex shader alone.
    ///
    /// # Errors
    /// Variables without a semantic, array sizes that are no constants.
    pub fn new(checked: &crate::check::Checked<'_>) -> Result<Self, Vec<Diagnostic>> {
        let symbols = &checked.symbols;
        let mut order: Vec<SemanticKey> = Vec::new();
        let mut counts: HashMap<SemanticKey, u32> = HashMap::new();
        let mut diagnostics = Vec::new();
        for entry in &checked.entries {
            let slots = match slots(&checked.symbols, entry.function, checked.packing) {
                Ok(slots) => slots,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    continue;
                }
            };
            for slot in slots {
                let Some(key) = varying(entry.stage, &slot) else { continue };
                match location_count(symbols, slot.variable) {
                    Ok(count) => {
                        let known = counts.entry(key.clone()).or_insert_with(|| {
                            order.push(key);
                            0
                        });
                        *known = count.max(*known);
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
        }
        if !diagnostics.is_empty() {
            // Entry points share structs, so the same fault may have been found several times.
            let mut seen = std::collections::HashSet::new();
            diagnostics.retain(|it| seen.insert((it.span, it.message.clone())));
            return Err(diagnostics);
        }
        let mut next = 0;
        let mut by_semantic = HashMap::new();
        for key in order {
            let count = counts.get(&key).copied().unwrap_or(1);
            by_semantic.insert(key, next);
            next += count;
        }
        Ok(Self { by_semantic })
    }
}

/// The semantic of a variable that travels between two shader stages.
fn varying(stage: Stage, slot: &Slot<'_>) -> Option<SemanticKey> {
    let travels = match stage {
        Stage::Vertex => !slot.is_input,
        Stage::Pixel => slot.is_input,
        Stage::Hull | Stage::Domain | Stage::Geometry => true,
        Stage::Compute => false,
    };
    let key = SemanticKey::new(&slot.variable.semantic.as_ref()?.name.name);
    (travels && !key.is_system()).then_some(key)
}

/// Locations for the variables of one entry point, and its vertex layout.
#[derive(Debug, Default)]
pub(super) struct Interface {
    /// By place of the declaration.
    locations: HashMap<crate::source::Span, u32>,
    pub(super) vertex_inputs: Vec<VertexInput>,
}

impl Interface {
    /// The location of a struct member or parameter.
    pub(super) fn location(&self, variable: &ast::Variable) -> Option<u32> {
        self.locations.get(&variable.name.span).copied()
    }

    pub(super) fn new(
        symbols: &Symbols<'_>,
        stage: Stage,
        slots: &[Slot<'_>],
        table: &Locations,
    ) -> Result<Self, Diagnostic> {
        let mut interface = Self::default();
        let mut taken: Vec<u32> = Vec::new();
        for slot in slots {
            if let Some(location) = varying(stage, slot).and_then(|it| table.by_semantic.get(&it)) {
                interface.locations.insert(slot.variable.name.span, *location);
            }
        }
        if stage == Stage::Vertex {
            taken.extend(interface.locations.values().filter(|_| shares_struct(slots)));
            interface.vertex(symbols, slots, &taken)?;
        }
        Ok(interface)
    }

    fn vertex(
        &mut self,
        symbols: &Symbols<'_>,
        slots: &[Slot<'_>],
        taken: &[u32],
    ) -> Result<(), Diagnostic> {
        let mut next = 0;
        let mut offsets_bytes = [0, 0];
        for slot in slots.iter().filter(|it| it.is_input) {
            let variable = slot.variable;
            let Some(semantic) = &variable.semantic else { continue };
            let key = SemanticKey::new(&semantic.name.name);
            if key.is_system() {
                continue;
            }
            let count = location_count(symbols, variable)?;
            // A struct that is input and output at once keeps the location it has as output.
            let location = self.location(variable).unwrap_or_else(|| {
                while (next..next + count).any(|it| taken.contains(&it)) {
                    next += 1;
                }
                next += count;
                next - count
            });
            self.locations.insert(variable.name.span, location);
            let written = semantic.name.name.trim_end_matches(|it: char| it.is_ascii_digit());
            let per_instance = key.name.starts_with("INST");
            let slot_index = u32::from(per_instance);
            let format = format(symbols, slot, &key)?;
            for vector in 0..count {
                let offset_bytes = &mut offsets_bytes[slot_index as usize];
                self.vertex_inputs.push(VertexInput {
                    location: location + vector,
                    semantic: written.to_owned(),
                    semantic_index: key.index + vector,
                    format,
                    slot: slot_index,
                    offset_bytes: *offset_bytes,
                    per_instance,
                    used: false,
                });
                *offset_bytes += format.size_bytes();
            }
        }
        Ok(())
    }
}

/// Whether a struct is input and output of the same entry point.
fn shares_struct(slots: &[Slot<'_>]) -> bool {
    slots.iter().filter(|it| it.is_input).any(|input| {
        slots.iter().any(|it| !it.is_input && std::ptr::eq(it.variable, input.variable))
    })
}

fn format(
    symbols: &Symbols<'_>,
    slot: &Slot<'_>,
    key: &SemanticKey,
) -> Result<VertexFormat, Diagnostic> {
    let ty = &slot.variable.ty;
    let (kind, columns) = match symbols.resolve(ty, &mut Vec::new()).kind {
        TypeKind::Scalar(kind) => (kind, 1),
        TypeKind::Vector(kind, columns) => (kind, columns),
        TypeKind::Matrix(kind, _, columns) => {
            if slot.packing == MatrixPacking::Column {
                return Err(Diagnostic::error(
                    slot.variable.span,
                    "not yet supported: a matrix packed by columns as vertex input",
                )
                .with_help("write `row_major`, or compile with row packing"));
            }
            (kind, columns)
        }
        _ => {
            return Err(Diagnostic::error(
                slot.variable.span,
                "expected a number, vector or matrix as vertex input",
            ));
        }
    };
    use VertexFormat as Format;
    let formats = match kind {
        ScalarKind::Int | ScalarKind::Min16Int | ScalarKind::Min12Int => {
            [Format::R32Sint, Format::R32G32Sint, Format::R32G32B32Sint, Format::R32G32B32A32Sint]
        }
        ScalarKind::Uint | ScalarKind::Min16Uint | ScalarKind::Bool => {
            [Format::R32Uint, Format::R32G32Uint, Format::R32G32B32Uint, Format::R32G32B32A32Uint]
        }
        ScalarKind::Half | ScalarKind::Float | ScalarKind::Min16Float | ScalarKind::Min10Float => [
            Format::R32Float,
            Format::R32G32Float,
            Format::R32G32B32Float,
            Format::R32G32B32A32Float,
        ],
        ScalarKind::Double | ScalarKind::String => {
            return Err(Diagnostic::error(
                slot.variable.span,
                format!("`{}` cannot be a vertex input", kind.keyword()),
            ));
        }
    };
    // The course engine reads every position from three floats; Direct3D and Vulkan fill w with 1.
    if key.name == "POSITION" && formats[0] == Format::R32Float {
        return Ok(Format::R32G32B32Float);
    }
    formats.get(usize::from(columns.max(1)) - 1).copied().ok_or_else(|| {
        Diagnostic::error(slot.variable.span, "expected 1 to 4 components as vertex input")
    })
}
