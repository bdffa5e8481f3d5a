//! The second colour of a pixel shader whose pass blends with it.
//!
//! `SV_Target1` is Direct3D's second source of `SRC1_COLOR` and the like. Vulkan's is Index 1 of Location 0.

use super::instructions::{Instructions, op};

const STORAGE_OUTPUT: u32 = 3;
const DECORATION_LOCATION: u32 = 30;
const DECORATION_INDEX: u32 = 32;

/// Makes the output at location 1 the second source of location 0; none where the module is cut off.
pub(crate) fn with_second_source(words: &[u32]) -> Option<Vec<u32>> {
    let mut module = Instructions::parse(words)?;
    let second = module.all(op::VARIABLE).find_map(|it| match it {
        [_, id, STORAGE_OUTPUT, ..] if module.decoration(*id, DECORATION_LOCATION) == Some(1) => {
            Some(*id)
        }
        _ => None,
    });
    if let Some(second) = second {
        for it in module.list.iter_mut().filter(|it| it.opcode == op::DECORATE) {
            if matches!(&*it.operands, [target, DECORATION_LOCATION, _] if *target == second) {
                it.operands.to_mut()[2] = 0;
            }
        }
        module.decorate(second, DECORATION_INDEX, &[1]);
    }
    Some(module.into_words())
}
