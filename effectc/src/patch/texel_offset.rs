//! Texel offsets that are no constants, which Vulkan does not have outside of gathers.

use super::instructions::Instructions;

const IMAGE_SAMPLE_IMPLICIT_LOD: u32 = 87;
const IMAGE_FETCH: u32 = 95;
/// Opcodes from here on have a depth reference as well.
const WITH_REFERENCE: [u32; 4] = [89, 90, 93, 94];
/// `Offset` among the image operands: one that is no `ConstOffset`.
const OFFSET: u32 = 0x10;

/// Whether a module reads a texture with an offset that is no constant.
pub(crate) fn has_variable_offset(module: &Instructions<'_>) -> bool {
    module.list.iter().any(|it| {
        if !(IMAGE_SAMPLE_IMPLICIT_LOD..=IMAGE_FETCH).contains(&it.opcode) {
            return false;
        }
        // Result type, result, image, coordinate, perhaps a reference, image operands.
        let place = if WITH_REFERENCE.contains(&it.opcode) { 5 } else { 4 };
        it.operands.get(place).is_some_and(|mask| mask & OFFSET != 0)
    })
}
