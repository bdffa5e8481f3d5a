//! Names of things in a module, for debuggers.

use super::instructions::{Instruction, Instructions, op};
use crate::effect::GLOBALS_BUFFER;
use crate::lower::GLOBALS_NAME;

const STORAGE_UNIFORM: u32 = 2;

/// Gives the variable of each constant buffer the buffer's name: the HLSL compiler names only its type, so that
/// debuggers make up names for the variables.
pub(crate) fn name_buffers(module: &mut Instructions<'_>) {
    let uniforms: Vec<(u32, u32)> = module
        .all(op::VARIABLE)
        .filter_map(|it| match it {
            [pointer, id, STORAGE_UNIFORM, ..] => Some((*pointer, *id)),
            _ => None,
        })
        .collect();
    for (pointer, variable) in uniforms {
        let Some((op::TYPE_POINTER, [_, pointee])) = module.ty(pointer) else { continue };
        let Some((op::TYPE_STRUCT, _)) = module.ty(*pointee) else { continue };
        let Some(name) = name_of(module, *pointee) else { continue };
        let shown = if name == GLOBALS_NAME { GLOBALS_BUFFER } else { &name };
        if name_of(module, variable).is_none_or(|it| it.is_empty()) {
            give_name(module, variable, shown);
        }
    }
}

/// Names an id.
pub(super) fn give_name(module: &mut Instructions<'_>, id: u32, name: &str) {
    let mut operands = vec![id];
    operands.extend(crate::debug_source::string_words(name));
    module.list.retain(|it| it.opcode != op::NAME || it.operands.first() != Some(&id));
    let is_name = |opcode: u32| matches!(opcode, op::NAME | op::MEMBER_NAME);
    // Modes of entry points stand before all names.
    let is_before = |opcode: u32| {
        matches!(opcode, 2..=4 | 7 | op::EXECUTION_MODE | op::EXECUTION_MODE_ID | op::ENTRY_POINT)
    };
    let last = module.list.iter().rposition(|it| is_name(it.opcode));
    let at = last.or_else(|| module.list.iter().rposition(|it| is_before(it.opcode)));
    module.list.insert(at.map_or(0, |it| it + 1), Instruction::new(op::NAME, operands));
}

/// The name of an id.
pub(super) fn name_of(module: &Instructions<'_>, id: u32) -> Option<String> {
    module.all(op::NAME).find_map(|it| match it {
        [found, name @ ..] if *found == id => Some(crate::debug_source::literal(name)),
        _ => None,
    })
}
