//! The vertex layout, from the inputs of a vertex shader.

use crate::diagnostic::Diagnostic;
use crate::effect::{Stage, VertexFormat, VertexInput};
use crate::lower::interface::Number;
use crate::lower::semantic::SemanticKey;
use crate::lower::signature::{Leaf, Signature};

/// A vertex input and the register that it is.
#[derive(Clone, Debug)]
pub(super) struct VertexRegister {
    pub(super) key: SemanticKey,
    /// Components of the widest parameter that reads it.
    pub(super) components: u8,
    pub(super) input: VertexInput,
}

/// Gives every input of a vertex shader that is no system value a location and a place in the vertex buffer, in order.
/// A matrix is several inputs, one a register.
///
/// # Errors
/// A vector that no format holds.
pub(super) fn layout(signature: &Signature<'_>) -> Result<Vec<VertexRegister>, Diagnostic> {
    let mut registers: Vec<VertexRegister> = Vec::new();
    if signature.stage != Stage::Vertex {
        return Ok(registers);
    }
    let mut offsets_bytes = [0, 0];
    for input in signature.inputs() {
        for (key, components) in input.leaf.registers() {
            let is_known = registers.iter().any(|it| it.key == key);
            if is_known || input.system_value(Stage::Vertex, &key).is_some() {
                continue;
            }
            let components = widest(signature, &key).max(components);
            let format = format(input.leaf, &key, components)?;
            let per_instance = key.name.starts_with("INST");
            let slot = u32::from(per_instance);
            let offset_bytes = &mut offsets_bytes[slot as usize];
            let input = VertexInput {
                location: u32::try_from(registers.len()).unwrap_or(u32::MAX),
                semantic: input.leaf.written.clone(),
                semantic_index: key.index,
                format,
                slot,
                offset_bytes: *offset_bytes,
                per_instance,
                used: false,
            };
            *offset_bytes += format.size_bytes();
            registers.push(VertexRegister { key, components, input });
        }
    }
    Ok(registers)
}

/// Components of the widest of the inputs with a semantic: fxc lets several read one register.
fn widest(signature: &Signature<'_>, key: &SemanticKey) -> u8 {
    let all = signature.inputs();
    let of_key = all.flat_map(|it| it.leaf.registers()).filter(|(it, _)| it == key);
    of_key.map(|(_, components)| components).max().unwrap_or(0)
}

fn format(leaf: &Leaf, key: &SemanticKey, components: u8) -> Result<VertexFormat, Diagnostic> {
    use VertexFormat as Format;
    let number = Number::of(leaf.kind);
    let formats = match number {
        Number::Int => {
            [Format::R32Sint, Format::R32G32Sint, Format::R32G32B32Sint, Format::R32G32B32A32Sint]
        }
        Number::Uint => {
            [Format::R32Uint, Format::R32G32Uint, Format::R32G32B32Uint, Format::R32G32B32A32Uint]
        }
        Number::Float => [
            Format::R32Float,
            Format::R32G32Float,
            Format::R32G32B32Float,
            Format::R32G32B32A32Float,
        ],
    };
    // The course engine reads every position from three floats; Direct3D and Vulkan fill w with 1.
    if matches!(key.name.as_str(), "POSITION" | "SV_POSITION") && number == Number::Float {
        return Ok(Format::R32G32B32Float);
    }
    formats
        .get(usize::from(components.max(1)) - 1)
        .copied()
        .ok_or_else(|| Diagnostic::error(leaf.span, "expected 1 to 4 components as vertex input"))
}
