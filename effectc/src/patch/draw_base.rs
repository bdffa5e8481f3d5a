//! `SV_VertexID` and `SV_InstanceID` count from 0 in every draw.
//!
//! Vulkan's `VertexIndex` and `InstanceIndex` hold the first vertex (of indexed draws the vertex offset) and the first
//! instance too; HLSL for Vulkan has no word for these bases. So each load of the two subtracts the base, which SPIR-V
//! has as a built-in variable of its own. Direct3D's `SV_VertexID` of an indexed draw is the index as it stands in the
//! buffer, before the offset is added (functional specification of Direct3D 11.3, 8.16), which the same
//! subtraction gives.

use super::instructions::{Instruction, Instructions, op};

const STORAGE_INPUT: u32 = 1;
const DECORATION_BUILT_IN: u32 = 11;
const CAPABILITY_DRAW_PARAMETERS: u32 = 4427;

/// Built-ins that include a base, and the bases.
const BASES: [(u32, u32, &str); 2] = [
    (42, 4424, "fx_BaseVertex"),   // VertexIndex, BaseVertex
    (43, 4425, "fx_BaseInstance"), // InstanceIndex, BaseInstance
];

/// Subtracts the bases wherever the two are read.
pub(crate) fn subtract_draw_bases(module: &mut Instructions<'_>) {
    for (built_in, base, name) in BASES {
        let variables: Vec<u32> = module
            .all(op::DECORATE)
            .filter_map(|it| match it {
                [target, DECORATION_BUILT_IN, found] if *found == built_in => Some(*target),
                _ => None,
            })
            .collect();
        for variable in variables {
            subtract(module, variable, base, name);
        }
    }
}

/// Subtracts a base from every load of a variable.
fn subtract(module: &mut Instructions<'_>, variable: u32, base: u32, name: &str) {
    let is_load = |it: &Instruction<'_>| {
        it.opcode == op::LOAD && matches!(it.operands[..], [_, _, found, ..] if found == variable)
    };
    if !module.list.iter().any(is_load) {
        return;
    }
    let pointer = module.all(op::VARIABLE).find_map(|it| match it {
        [ty, id, STORAGE_INPUT, ..] if *id == variable => Some(*ty),
        _ => None,
    });
    let Some(pointer) = pointer else { return };
    let base_variable = module.new_id();
    module.add_capability(CAPABILITY_DRAW_PARAMETERS);
    module.decorate(base_variable, DECORATION_BUILT_IN, &[base]);
    module.declare(Instruction::new(op::VARIABLE, [pointer, base_variable, STORAGE_INPUT]));
    module.add_to_interface(base_variable);
    super::name::give_name(module, base_variable, name);
    let mut at = 0;
    while at < module.list.len() {
        if is_load(&module.list[at]) {
            let (ty, result) = (module.list[at].operands[0], module.list[at].operands[1]);
            let (with_base, loaded_base) = (module.new_id(), module.new_id());
            module.list[at].operands.to_mut()[1] = with_base;
            let load = Instruction::new(op::LOAD, [ty, loaded_base, base_variable]);
            let subtract = Instruction::new(op::I_SUB, [ty, result, with_base, loaded_base]);
            module.list.splice(at + 1..at + 1, [load, subtract]);
            at += 2;
        }
        at += 1;
    }
}
