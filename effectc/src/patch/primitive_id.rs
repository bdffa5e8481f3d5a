//! `SV_PrimitiveID` of domain shaders.
//!
//! glslang takes it for an input of the patch that the hull shader would write. In SPIR-V it is a built-in variable,
//! as in the other stages.

use super::instructions::{Instructions, op};
use super::name::named;

const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_PATCH: u32 = 15;
const DECORATION_LOCATION: u32 = 30;
const BUILT_IN_PRIMITIVE_ID: u32 = 7;

/// Makes the variable that lowering named so the built-in one. None if the module is cut off.
pub(crate) fn with_primitive_id(words: &[u32]) -> Option<Vec<u32>> {
    let mut module = Instructions::parse(words)?;
    if let Some(variable) = named(&module, "in_SV_PrimitiveID") {
        module.list.retain(|it| {
            let is_wrong = matches!(
                it.operands.as_slice(),
                [target, DECORATION_PATCH | DECORATION_LOCATION, ..] if *target == variable
            );
            !(it.opcode == op::DECORATE && is_wrong)
        });
        if module.decoration(variable, DECORATION_BUILT_IN).is_none() {
            module.decorate(variable, DECORATION_BUILT_IN, &[BUILT_IN_PRIMITIVE_ID]);
        }
    }
    Some(module.into_words())
}
