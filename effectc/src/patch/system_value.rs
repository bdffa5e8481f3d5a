//! System values that the HLSL compiler refuses, or takes for ordinary variables.
//!
//! glslang knows `SV_PrimitiveID`, `SV_RenderTargetArrayIndex` and `SV_ViewportArrayIndex` in other stages, and gives
//! them a location in a domain shader; `SV_ClipDistance` and `SV_CullDistance` it refuses there, and `SV_StencilRef`
//! everywhere. Generated entry points have variables for them, for each distance one, with locations of which
//! [`set_aside`] says what they are; here these become what Vulkan has.

use super::instructions::{Instruction, Instructions, op};
use super::name::give_name;

const STORAGE_OUTPUT: u32 = 3;
const DECORATION_PATCH: u32 = 15;
const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_LOCATION: u32 = 30;
const DECORATION_COMPONENT: u32 = 31;

/// Locations of variables that become built-in ones, far behind all that stages share: until then no two variables may
/// have one location.
pub(crate) mod set_aside {
    pub(crate) const PRIMITIVE_ID: u32 = 1024;
    pub(crate) const LAYER: u32 = 1025;
    pub(crate) const VIEWPORT_INDEX: u32 = 1026;
    pub(crate) const STENCIL_REF: u32 = 1027;
    /// The first of those of distances.
    pub(crate) const CLIP_DISTANCES: u32 = 1056;
    pub(crate) const CULL_DISTANCES: u32 = 1088;
    pub(super) const END: u32 = 1120;
}

/// Variables by their locations, with built-in, and the capability that it needs.
const VARIABLES: [(u32, u32, Option<u32>); 4] = [
    (set_aside::PRIMITIVE_ID, 7, None), // PrimitiveId; tessellation has it
    (set_aside::LAYER, 9, Some(69)),    // Layer, ShaderLayer
    (set_aside::VIEWPORT_INDEX, 10, Some(70)), // ViewportIndex, ShaderViewportIndex
    (set_aside::STENCIL_REF, FRAG_STENCIL_REF, Some(5013)), // StencilExportEXT
];

const FRAG_STENCIL_REF: u32 = 5014;
/// The mode of an entry point that gives a stencil reference.
const STENCIL_REF_REPLACING: u32 = 5027;

/// Arrays by the locations of their first elements and the end of these, with name, built-in and capability.
const ARRAYS: [(u32, u32, &str, u32, u32); 2] = [
    (set_aside::CLIP_DISTANCES, set_aside::CULL_DISTANCES, "out_SV_ClipDistance", 3, 32),
    (set_aside::CULL_DISTANCES, set_aside::END, "out_SV_CullDistance", 4, 33),
];

/// Makes built-in variables of them. None if the module is cut off, or holds such a variable in a way that is not
/// understood; the words as they were if it has none.
pub(crate) fn with_system_values(words: Vec<u32>) -> Option<Vec<u32>> {
    let mut module = Instructions::parse(&words)?;
    let mut is_changed = false;
    for (location, built_in, capability) in VARIABLES {
        for (_, variable) in at_locations(&module, location, location + 1) {
            undecorate(&mut module, variable);
            module.decorate(variable, DECORATION_BUILT_IN, &[built_in]);
            capability.into_iter().for_each(|it| module.add_capability(it));
            if built_in == FRAG_STENCIL_REF {
                module.add_extension("SPV_EXT_shader_stencil_export");
                module.add_execution_mode(STENCIL_REF_REPLACING);
            }
            is_changed = true;
        }
    }
    for (first, end, name, built_in, capability) in ARRAYS {
        let elements: Vec<(u32, u32)> = at_locations(&module, first, end)
            .into_iter()
            .map(|(location, variable)| (location - first, variable))
            .collect();
        if !elements.is_empty() {
            gather(&mut module, name, &elements, built_in)?;
            module.add_capability(capability);
            is_changed = true;
        }
    }
    Some(if is_changed { module.into_words() } else { words })
}

/// Variables with locations in a range, in order.
fn at_locations(module: &Instructions<'_>, first: u32, end: u32) -> Vec<(u32, u32)> {
    let decorations = module.all(op::DECORATE).filter_map(|it| match it {
        [variable, DECORATION_LOCATION, location] => Some((*location, *variable)),
        _ => None,
    });
    let mut found: Vec<(u32, u32)> =
        decorations.filter(|(location, _)| (first..end).contains(location)).collect();
    found.sort_unstable();
    found
}

fn undecorate(module: &mut Instructions<'_>, variable: u32) {
    let kinds = [DECORATION_LOCATION, DECORATION_COMPONENT, DECORATION_PATCH, DECORATION_BUILT_IN];
    module.list.retain(|it| match it.operands[..] {
        [target, kind, ..] if it.opcode == op::DECORATE && target == variable => {
            !kinds.contains(&kind)
        }
        _ => true,
    });
}

/// Puts one array in the place of the variables that are its elements.
fn gather(
    module: &mut Instructions<'_>,
    name: &str,
    elements: &[(u32, u32)],
    built_in: u32,
) -> Option<()> {
    let (last, variable) = *elements.last()?;
    let pointer = module.all(op::VARIABLE).find_map(|it| match it {
        [pointer, id, ..] if *id == variable => Some(*pointer),
        _ => None,
    })?;
    let (_, pointee) = module.ty(pointer)?;
    let float = *pointee.get(1)?;
    let uint = uint(module);
    let count = constant(module, uint, last.checked_add(1)?);
    let (array_type, array) = (module.new_id(), module.new_id());
    module.declare(Instruction::new(op::TYPE_ARRAY, [array_type, float, count]));
    let array_pointer = module.pointer(STORAGE_OUTPUT, array_type);
    module.declare(Instruction::new(op::VARIABLE, [array_pointer, array, STORAGE_OUTPUT]));
    module.decorate(array, DECORATION_BUILT_IN, &[built_in]);
    module.add_to_interface(array);
    give_name(module, array, name);
    for (index, variable) in elements {
        let index = constant(module, uint, *index);
        undecorate(module, *variable);
        module.list.retain(|it| {
            let declares = it.opcode == op::VARIABLE && it.operands.get(1) == Some(variable);
            let names = it.opcode == op::NAME && it.operands.first() == Some(variable);
            !declares && !names
        });
        for it in module.list.iter_mut().filter(|it| it.opcode == op::ENTRY_POINT) {
            it.operands.to_mut().retain(|it| it != variable);
        }
        let mut at = 0;
        while at < module.list.len() {
            let place = match module.list[at].opcode {
                op::LOAD => Some(2),
                op::STORE => Some(0),
                _ => None,
            };
            let place = place.filter(|it| module.list[at].operands.get(*it) == Some(variable));
            if let Some(place) = place {
                let element = module.new_id();
                module.list[at].operands.to_mut()[place] = element;
                let chain = [pointer, element, array, index];
                module.list.insert(at, Instruction::new(op::ACCESS_CHAIN, chain));
                at += 1;
            }
            at += 1;
        }
    }
    Some(())
}

/// The type of `uint`, declared if it is not there.
fn uint(module: &mut Instructions<'_>) -> u32 {
    let found = module.all(op::TYPE_INT).find_map(|it| match it {
        [id, 32, 0] => Some(*id),
        _ => None,
    });
    found.unwrap_or_else(|| {
        let id = module.new_id();
        module.declare(Instruction::new(op::TYPE_INT, [id, 32, 0]));
        id
    })
}

fn constant(module: &mut Instructions<'_>, ty: u32, value: u32) -> u32 {
    let id = module.new_id();
    module.declare(Instruction::new(op::CONSTANT, [ty, id, value]));
    id
}
