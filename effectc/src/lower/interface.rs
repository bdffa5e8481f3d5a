//! What goes into and comes out of entry points, by semantic: locations between stages, and the vertex layout.
//!
//! Direct3D joins stages by the name of the semantic. Vulkan joins them by location. So each semantic gets one
//! location for the whole effect, whatever the order in which a struct declares it.

use std::collections::{HashMap, HashSet};

use crate::ast::{self, ModifierKind, ScalarKind, TemplateArg, TypeKind};
use crate::check::symbols::Symbols;
use crate::check::types::packing_of;
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{MatrixPacking, Stage, VertexFormat, VertexInput};
use crate::lower::input::Path;
use crate::lower::semantic::SemanticKey;
use crate::source::Span;

/// How deep structures of an interface may nest; one that holds itself has no end.
const MAX_DEPTH: usize = 16;

/// The numbers that one stage can hand to the next: 32 registers of four.
const MAX_VARIABLES: usize = 128;

/// A variable of an interface: a member of a struct, or a parameter itself.
#[derive(Clone, Debug)]
pub(super) struct Slot<'a> {
    pub(super) variable: &'a ast::Variable,
    /// Matrix packing in force at the declaration.
    pub(super) packing: MatrixPacking,
    pub(super) is_input: bool,
    /// How the function's body names it: the parameter, then members; empty for what it returns.
    pub(super) path: Vec<&'a str>,
}

impl Slot<'_> {
    fn path(&self) -> Path {
        self.path.iter().map(|it| (*it).to_owned()).collect()
    }

    /// Where its semantic stands; the variable itself if it has none.
    pub(super) fn semantic_span(&self) -> Span {
        self.variable.semantic.as_ref().map_or(self.variable.span, |it| it.name.span)
    }

    /// Whether it is what a pixel shader reads as its position.
    fn is_pixel_position(&self, symbols: &Symbols<'_>) -> bool {
        let Some(semantic) = &self.variable.semantic else { return false };
        let ty = &symbols.resolve(&self.variable.ty, &mut Vec::new()).kind;
        self.is_input
            && SemanticKey::new(&semantic.name.name).name == "SV_POSITION"
            && matches!(
                ty,
                TypeKind::Vector(ScalarKind::Float | ScalarKind::Half | ScalarKind::Min16Float, 4)
            )
    }
}

/// Everything in the interface of an entry point, inputs and outputs, in order.
///
/// # Errors
/// A variable without a semantic.
pub(super) fn slots<'a>(
    symbols: &Symbols<'a>,
    entry: &Entry<'a>,
) -> Result<Vec<Slot<'a>>, Diagnostic> {
    let mut walk = Walk { symbols, is_input: true, path: Vec::new(), slots: Vec::new() };
    for param in &entry.function.params {
        // `in out` is `inout`.
        let says = |it| param.modifiers.has(it);
        let is_in_out =
            says(ModifierKind::InOut) || (says(ModifierKind::In) && says(ModifierKind::Out));
        let is_out = says(ModifierKind::Out) && !is_in_out;
        let is_stream = matches!(&param.ty.kind, TypeKind::Object(kind, _) if kind.keyword().ends_with("Stream"));
        walk.path = vec![&param.name.name];
        for is_input in [true, false] {
            walk.is_input = is_input;
            let has_it =
                if is_input { !is_out && !is_stream } else { is_out || is_in_out || is_stream };
            if has_it {
                walk.of_type(&param.ty, Some(param), entry.packing)?;
            }
        }
    }
    walk.path.clear();
    walk.is_input = false;
    let function = entry.function;
    walk.of_type(&function.return_type, None, entry.packing)?;
    let returned = &symbols.resolve(&function.return_type, &mut Vec::new()).kind;
    if function.semantic.is_none()
        && matches!(returned, TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..))
    {
        let message = format!("what `{}` returns has no semantic", function.name.name);
        return Err(Diagnostic::error(function.name.span, message)
            .with_help("write one, as in `float4 PS() : SV_Target`"));
    }
    Ok(walk.slots)
}

/// Collects slots of one parameter after the other.
struct Walk<'s, 'a> {
    symbols: &'s Symbols<'a>,
    is_input: bool,
    path: Vec<&'a str>,
    slots: Vec<Slot<'a>>,
}

impl<'a> Walk<'_, 'a> {
    fn of_type(
        &mut self,
        ty: &'a ast::Type,
        param: Option<&'a ast::Variable>,
        packing: MatrixPacking,
    ) -> Result<(), Diagnostic> {
        match &self.symbols.resolve(ty, &mut Vec::new()).kind {
            TypeKind::Named(name) => {
                let Some(found) = self.symbols.structs.get(name.as_str()).copied() else {
                    return Ok(());
                };
                if self.path.len() > MAX_DEPTH {
                    let message = format!("structures are nested more than {MAX_DEPTH} deep");
                    return Err(Diagnostic::error(ty.span, message));
                }
                for field in &found.node.fields {
                    self.path.push(&field.name.name);
                    self.field(name, field, found.packing)?;
                    self.path.pop();
                }
                Ok(())
            }
            TypeKind::Object(_, args) => args.iter().try_for_each(|it| match it {
                TemplateArg::Type(_, inner) => self.of_type(inner, None, packing),
                TemplateArg::Value(_) => Ok(()),
            }),
            TypeKind::Scalar(_) | TypeKind::Vector(..) | TypeKind::Matrix(..) => match param {
                Some(param) if param.semantic.is_none() => {
                    let name = &param.name.name;
                    let message =
                        format!("the parameter `{name}` of an entry point has no semantic");
                    Err(Diagnostic::error(param.span, message)
                        .with_help(format!("write one, as in `{name} : TEXCOORD0`")))
                }
                Some(param) => {
                    self.add(param, packing);
                    Ok(())
                }
                None => Ok(()),
            },
            TypeKind::Void | TypeKind::Inline(_) => Ok(()),
        }
    }

    fn field(
        &mut self,
        owner: &str,
        field: &'a ast::Variable,
        packing: MatrixPacking,
    ) -> Result<(), Diagnostic> {
        if field.semantic.is_some() {
            self.add(field, packing);
            return Ok(());
        }
        let inner = self.symbols.resolve(&field.ty, &mut Vec::new());
        if matches!(&inner.kind, TypeKind::Named(_)) {
            return self.of_type(&field.ty, None, packing);
        }
        let name = &field.name.name;
        Err(Diagnostic::error(
            field.span,
            format!("`{owner}.{name}` goes between shader stages but has no semantic"),
        )
        .with_help(format!("write one, as in `{name} : TEXCOORD0`")))
    }

    fn add(&mut self, variable: &'a ast::Variable, packing: MatrixPacking) {
        self.slots.push(Slot {
            variable,
            packing: packing_of(&variable.modifiers, packing),
            is_input: self.is_input,
            path: self.path.clone(),
        });
    }
}

/// Number of locations a variable takes.
pub(super) fn location_count(
    symbols: &Symbols<'_>,
    variable: &ast::Variable,
) -> Result<u32, Diagnostic> {
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
    pub fn new(checked: &Checked<'_>) -> Result<Self, Vec<Diagnostic>> {
        let symbols = &checked.symbols;
        let mut order: Vec<SemanticKey> = Vec::new();
        let mut counts: HashMap<SemanticKey, u32> = HashMap::new();
        let mut together: Vec<HashSet<SemanticKey>> = Vec::new();
        let mut diagnostics = Vec::new();
        for entry in &checked.entries {
            let mut of_entry = HashSet::new();
            let slots = match slots(&checked.symbols, entry) {
                Ok(slots)
                    if slots.iter().filter(|it| it.is_input).count() > MAX_VARIABLES
                        || slots.iter().filter(|it| !it.is_input).count() > MAX_VARIABLES =>
                {
                    let name = &entry.function.name;
                    let message = format!(
                        "`{}` has more than {MAX_VARIABLES} inputs or outputs, which no stage has",
                        name.name
                    );
                    diagnostics.push(Diagnostic::error(name.span, message));
                    continue;
                }
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
                        of_entry.insert(key.clone());
                        let known = counts.entry(key.clone()).or_insert_with(|| {
                            order.push(key);
                            0
                        });
                        *known = count.max(*known);
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
            together.push(of_entry);
        }
        if !diagnostics.is_empty() {
            // Entry points share structs, so the same fault may have been found several times.
            let mut seen = HashSet::new();
            diagnostics.retain(|it| seen.insert((it.span, it.message.clone())));
            return Err(diagnostics);
        }
        Ok(Self { by_semantic: assign(&order, &counts, &together) })
    }
}

impl Locations {
    /// The location of what has a semantic with this name and number, between stages.
    pub(crate) fn of(&self, name: &str, index: u32) -> Option<u32> {
        let key = SemanticKey { name: name.to_ascii_uppercase(), index };
        self.by_semantic.get(&key).copied()
    }
}

/// Gives each semantic the first locations that are free in every entry point that has it. Semantics that never
/// meet may share one, so that large effects stay within the device's number of locations.
fn assign(
    order: &[SemanticKey],
    counts: &HashMap<SemanticKey, u32>,
    together: &[HashSet<SemanticKey>],
) -> HashMap<SemanticKey, u32> {
    let count_of = |key: &SemanticKey| counts.get(key).copied().unwrap_or(1);
    let mut assigned: HashMap<SemanticKey, u32> = HashMap::new();
    for key in order {
        let taken: Vec<(u32, u32)> = together
            .iter()
            .filter(|it| it.contains(key))
            .flatten()
            .filter_map(|other| Some((*assigned.get(other)?, count_of(other))))
            .collect();
        let count = count_of(key);
        let mut first = 0;
        while let Some((start, length)) =
            taken.iter().find(|(start, length)| first < start + length && *start < first + count)
        {
            first = start + length;
        }
        assigned.insert(key.clone(), first);
    }
    assigned
}

/// The semantic of a variable that travels between two shader stages.
pub(super) fn varying(stage: Stage, slot: &Slot<'_>) -> Option<SemanticKey> {
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
    locations: HashMap<Span, u32>,
    pub(super) vertex_inputs: Vec<VertexInput>,
    /// For each vertex input, the location of its variable: that of the first row for the rows of a matrix.
    pub(super) first_locations: Vec<u32>,
    /// Vertex inputs whose locations hold columns where the HLSL compiler expects rows.
    pub(super) transposed: Vec<Path>,
    /// Positions that a pixel shader reads.
    pub(super) positions: Vec<Path>,
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
        if stage == Stage::Pixel {
            let positions = slots.iter().filter(|it| it.is_pixel_position(symbols));
            interface.positions = positions.map(Slot::path).collect();
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
            if count > 1 && slot.packing == MatrixPacking::Column {
                self.transposed.push(slot.path());
            }
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
                self.first_locations.push(location);
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
        TypeKind::Matrix(kind, rows, columns) => {
            if slot.packing == MatrixPacking::Column && rows != columns {
                return Err(Diagnostic::error(
                    slot.variable.span,
                    "not yet supported: a matrix that is packed by columns and not square as vertex input",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semantics_that_never_meet_share_locations() {
        let keys: Vec<SemanticKey> = ["A", "B", "C", "D"].map(SemanticKey::new).to_vec();
        let counts = keys.iter().cloned().zip([1, 4, 2, 1]).collect();
        let set = |indices: &[usize]| indices.iter().map(|it| keys[*it].clone()).collect();
        let found = assign(&keys, &counts, &[set(&[0, 1]), set(&[1, 2]), set(&[2, 3, 0])]);
        let of = |index: usize| found[&keys[index]];
        // A and B meet, B and C meet, C and D and A meet.
        assert_eq!((of(0), of(1), of(2), of(3)), (0, 1, 5, 1));
    }
}
