//! System values of domain shaders that the HLSL compiler takes for ordinary variables.
//!
//! glslang knows `SV_PrimitiveID`, `SV_RenderTargetArrayIndex` and `SV_ViewportArrayIndex` in other stages, and gives
//! them a location in a domain shader; `SV_ClipDistance` and `SV_CullDistance` it refuses there. Generated entry points
//! have variables with locations for them, for each distance one; here these become what Vulkan has.

use super::instructions::{Instruction, Instructions, op};
use super::name::{give_name, name_of};

const STORAGE_INPUT: u32 = 1;
const STORAGE_OUTPUT: u32 = 3;
const DECORATION_PATCH: u32 = 15;
const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_LOCATION: u32 = 30;
const DECORATION_COMPONENT: u32 = 31;

/// Variables by their names, with their storage, built-in, and the capability that it needs.
const VARIABLES: [(&str, u32, u32, Option<u32>); 3] = [
    ("in_SV_PrimitiveID", STORAGE_INPUT, 7, None), // PrimitiveId; tessellation has it
    ("out_SV_RenderTargetArrayIndex", STORAGE_OUTPUT, 9, Some(69)), // Layer, ShaderLayer
    ("out_SV_ViewportArrayIndex", STORAGE_OUTPUT, 10, Some(70)), // ViewportIndex, ShaderViewportIndex
];

/// Arrays by the names of the variables that are their elements, with built-in and capability.
const ARRAYS: [(&str, u32, u32); 2] = [
    ("out_SV_ClipDistance", 3, 32), // ClipDistance, ClipDistance
    ("out_SV_CullDistance", 4, 33), // CullDistance, CullDistance
];

/// Makes built-in variables of them. None if the module is cut off, or holds such a variable in a way that is not
/// understood; the words as they were if it has none.
pub(crate) fn with_domain_values(words: Vec<u32>) -> Option<Vec<u32>> {
    let mut module = Instructions::parse(&words)?;
    let mut is_changed = false;
    for (name, storage, built_in, capability) in VARIABLES {
        for (variable, _) in named(&module, storage, |it| it == name) {
            decorate(&mut module, variable, built_in);
            capability.into_iter().for_each(|it| module.add_capability(it));
            is_changed = true;
        }
    }
    for (name, built_in, capability) in ARRAYS {
        let mut elements: Vec<(u32, u32, u32)> = Vec::new();
        let is_element = |it: &str| number(name, it).is_some();
        for (variable, pointer) in named(&module, STORAGE_OUTPUT, is_element) {
            let index = name_of(&module, variable).and_then(|it| number(name, &it))?;
            elements.push((index, variable, pointer));
        }
        if elements.is_empty() {
            continue;
        }
        elements.sort_unstable();
        gather(&mut module, name, &elements, built_in)?;
        module.add_capability(capability);
        is_changed = true;
    }
    Some(if is_changed { module.into_words() } else { words })
}

/// The number of an element: `2` of `out_SV_ClipDistance_2`.
fn number(array: &str, name: &str) -> Option<u32> {
    name.strip_prefix(array)?.strip_prefix('_')?.parse().ok()
}

/// Variables of a storage class by their names, with their types.
fn named(module: &Instructions, storage: u32, is_wanted: impl Fn(&str) -> bool) -> Vec<(u32, u32)> {
    let variables = module.all(op::VARIABLE).filter_map(|it| match it {
        [pointer, id, class, ..] if *class == storage => Some((*id, *pointer)),
        _ => None,
    });
    variables.filter(|(id, _)| name_of(module, *id).is_some_and(|it| is_wanted(&it))).collect()
}

/// Lets a variable be a built-in one, and nothing else.
fn decorate(module: &mut Instructions, variable: u32, built_in: u32) {
    undecorate(module, variable);
    module.decorate(variable, DECORATION_BUILT_IN, &[built_in]);
}

fn undecorate(module: &mut Instructions, variable: u32) {
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
    module: &mut Instructions,
    name: &str,
    elements: &[(u32, u32, u32)],
    built_in: u32,
) -> Option<()> {
    let (last, _, pointer) = *elements.last()?;
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
    for (index, variable, pointer) in elements {
        let index = constant(module, uint, *index);
        undecorate(module, *variable);
        module.list.retain(|it| {
            let declares = it.opcode == op::VARIABLE && it.operands.get(1) == Some(variable);
            let names = it.opcode == op::NAME && it.operands.first() == Some(variable);
            !declares && !names
        });
        for it in module.list.iter_mut().filter(|it| it.opcode == op::ENTRY_POINT) {
            it.operands.retain(|it| it != variable);
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
                module.list[at].operands[place] = element;
                let chain = [*pointer, element, array, index];
                module.list.insert(at, Instruction::new(op::ACCESS_CHAIN, chain));
                at += 1;
            }
            at += 1;
        }
    }
    Some(())
}

/// The type of `uint`, declared if it is not there.
fn uint(module: &mut Instructions) -> u32 {
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

fn constant(module: &mut Instructions, ty: u32, value: u32) -> u32 {
    let id = module.new_id();
    module.declare(Instruction::new(op::CONSTANT, [ty, id, value]));
    id
}
