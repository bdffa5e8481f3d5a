//! Which colours a pixel shader writes, as its SPIR-V says. A target whose colour it does not write keeps its
//! contents in Direct3D; in Vulkan they would be undefined, so writing is masked off there.

use std::collections::HashMap;

/// Words of the header of a module.
const HEADER_WORDS: usize = 5;
const OP_TYPE_ARRAY: u32 = 28;
const OP_TYPE_POINTER: u32 = 32;
const OP_CONSTANT: u32 = 43;
const OP_VARIABLE: u32 = 59;
const OP_DECORATE: u32 = 71;
const DECORATION_LOCATION: u32 = 30;
const STORAGE_CLASS_OUTPUT: u32 = 3;

/// A bit for each colour that is written; bit n for `SV_Target` n.
pub(super) fn color_outputs(words: &[u32]) -> u32 {
    let mut locations = HashMap::new();
    let mut constants = HashMap::new();
    let mut array_lengths = HashMap::new();
    let mut pointees = HashMap::new();
    let mut outputs = Vec::new();
    let mut rest = words.get(HEADER_WORDS..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let (count, op) = ((first >> 16) as usize, first & 0xFFFF);
        let Some((instruction, behind)) = rest.split_at_checked(count.max(1)) else { break };
        rest = behind;
        match (op, &instruction[1..]) {
            (OP_DECORATE, [target, DECORATION_LOCATION, location, ..]) => {
                locations.insert(*target, *location);
            }
            (OP_CONSTANT, [_, id, value, ..]) => {
                constants.insert(*id, *value);
            }
            (OP_TYPE_ARRAY, [id, _, length, ..]) => {
                array_lengths.insert(*id, constants.get(length).copied().unwrap_or(1));
            }
            (OP_TYPE_POINTER, [id, STORAGE_CLASS_OUTPUT, pointee, ..]) => {
                pointees.insert(*id, *pointee);
            }
            (OP_VARIABLE, [pointer, id, STORAGE_CLASS_OUTPUT, ..]) => outputs.push((*pointer, *id)),
            _ => (),
        }
    }
    let mut mask = 0;
    for (pointer, id) in outputs {
        let Some(location) = locations.get(&id) else { continue };
        let length =
            pointees.get(&pointer).and_then(|it| array_lengths.get(it)).copied().unwrap_or(1);
        for at in *location..location.saturating_add(length.min(32)) {
            mask |= 1_u32.checked_shl(at).unwrap_or(0);
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::{
        DECORATION_LOCATION, OP_CONSTANT, OP_DECORATE, OP_TYPE_ARRAY, OP_TYPE_POINTER, OP_VARIABLE,
        STORAGE_CLASS_OUTPUT, color_outputs,
    };

    fn module(instructions: &[&[u32]]) -> Vec<u32> {
        let mut words = vec![0x0723_0203, 0x0001_0500, 0, 99, 0];
        for instruction in instructions {
            let count = u32::try_from(instruction.len()).expect("short");
            words.push(count << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words
    }

    #[test]
    fn outputs_with_locations_count_arrays_as_many() {
        const FLOAT4: u32 = 1;
        const UINT: u32 = 2;
        const INPUT: u32 = 1;
        let words = module(&[
            &[OP_DECORATE, 10, DECORATION_LOCATION, 1],
            &[OP_DECORATE, 11, DECORATION_LOCATION, 4],
            &[OP_DECORATE, 12, DECORATION_LOCATION, 0],
            &[OP_CONSTANT, UINT, 5, 2],
            &[OP_TYPE_ARRAY, 6, FLOAT4, 5],
            &[OP_TYPE_POINTER, 7, STORAGE_CLASS_OUTPUT, FLOAT4],
            &[OP_TYPE_POINTER, 8, STORAGE_CLASS_OUTPUT, 6],
            &[OP_TYPE_POINTER, 9, INPUT, FLOAT4],
            &[OP_VARIABLE, 7, 10, STORAGE_CLASS_OUTPUT],
            &[OP_VARIABLE, 8, 11, STORAGE_CLASS_OUTPUT],
            &[OP_VARIABLE, 9, 12, INPUT],
            // A depth output has no location.
            &[OP_VARIABLE, 7, 13, STORAGE_CLASS_OUTPUT],
        ]);
        assert_eq!(color_outputs(&words), 0b11_0010);
        assert_eq!(color_outputs(&[]), 0);
        assert_eq!(color_outputs(&[0x0723_0203, 0, 0, 0, 0, 0, u32::MAX, 3]), 0);
    }
}
