//! Points as Direct3D draws them: one pixel. Vulkan asks a vertex shader that draws points for their size, so a shader that
//! says none gets a store of 1 at its start.

const HEADER_WORDS: usize = 5;
const BOUND: usize = 3;
const OP_ENTRY_POINT: u32 = 15;
/// Types begin here and end before functions; decorations come before all of them.
const FIRST_TYPE: u32 = 19;
const LAST_TYPE: u32 = 39;
const OP_TYPE_FLOAT: u32 = 22;
const OP_TYPE_POINTER: u32 = 32;
const OP_CONSTANT: u32 = 43;
const OP_FUNCTION: u32 = 54;
const OP_VARIABLE: u32 = 59;
const OP_STORE: u32 = 62;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
const OP_LABEL: u32 = 248;
const DECORATION_BUILT_IN: u32 = 11;
const BUILT_IN_POINT_SIZE: u32 = 1;
const STORAGE_CLASS_OUTPUT: u32 = 3;

/// The module with a point size of 1; none if it has a size, or is nothing that this can read.
pub(super) fn with_point_size(words: &[u32]) -> Option<Vec<u32>> {
    let header = words.get(..HEADER_WORDS)?;
    let mut list = Vec::new();
    let mut rest = &words[HEADER_WORDS..];
    while let Some(first) = rest.first() {
        let (instruction, behind) = rest.split_at_checked(((first >> 16) as usize).max(1))?;
        list.push(instruction);
        rest = behind;
    }
    let op = |it: &[u32]| it[0] & 0xFFFF;
    let says_size = list.iter().any(|it| match (op(it), &it[1..]) {
        (OP_DECORATE, [_, DECORATION_BUILT_IN, built_in, ..])
        | (OP_MEMBER_DECORATE, [_, _, DECORATION_BUILT_IN, built_in, ..]) => {
            *built_in == BUILT_IN_POINT_SIZE
        }
        _ => false,
    });
    let entry = list.iter().find(|it| op(it) == OP_ENTRY_POINT)?.get(2)?;
    let float = list.iter().find_map(|it| match (op(it), &it[1..]) {
        (OP_TYPE_FLOAT, [id, 32, ..]) => Some(*id),
        _ => None,
    });
    if says_size {
        return None;
    }
    let first_type = list.iter().position(|it| (FIRST_TYPE..=LAST_TYPE).contains(&op(it)))?;
    let first_function = list.iter().position(|it| op(it) == OP_FUNCTION)?;
    let body = list.iter().position(|it| op(it) == OP_FUNCTION && it.get(2) == Some(entry))?;
    let label = body + list[body..].iter().position(|it| op(it) == OP_LABEL)?;
    // The variables of a function come first in its first block.
    let block = list[label + 1..].iter().position(|it| op(it) == OP_LABEL);
    let block_end = block.map_or(list.len(), |it| label + 1 + it);
    let last_variable = list[label..block_end].iter().rposition(|it| op(it) == OP_VARIABLE);
    let store_behind = label + last_variable.unwrap_or(0);

    let mut bound = header[BOUND];
    let mut new_id = || {
        bound += 1;
        bound - 1
    };
    let (variable, pointer, one) = (new_id(), new_id(), new_id());
    let new_float = float.is_none().then(&mut new_id);
    let float = float.or(new_float)?;
    let mut result = header.to_vec();
    result[BOUND] = bound;
    for (index, instruction) in list.iter().enumerate() {
        if index == first_type {
            let decoration = [variable, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE];
            push(&mut result, OP_DECORATE, &decoration);
        }
        if index == first_function {
            if let Some(float) = new_float {
                push(&mut result, OP_TYPE_FLOAT, &[float, 32]);
            }
            push(&mut result, OP_TYPE_POINTER, &[pointer, STORAGE_CLASS_OUTPUT, float]);
            push(&mut result, OP_CONSTANT, &[float, one, 1.0_f32.to_bits()]);
            push(&mut result, OP_VARIABLE, &[pointer, variable, STORAGE_CLASS_OUTPUT]);
        }
        if op(instruction) == OP_ENTRY_POINT {
            let mut operands = instruction[1..].to_vec();
            operands.push(variable);
            push(&mut result, OP_ENTRY_POINT, &operands);
        } else {
            result.extend_from_slice(instruction);
        }
        if index == store_behind {
            push(&mut result, OP_STORE, &[variable, one]);
        }
    }
    Some(result)
}

fn push(words: &mut Vec<u32>, op: u32, operands: &[u32]) {
    let count = u32::try_from(operands.len() + 1).unwrap_or(u32::MAX);
    words.push(count << 16 | op);
    words.extend_from_slice(operands);
}

#[cfg(test)]
mod tests {
    use super::{
        BOUND, BUILT_IN_POINT_SIZE, DECORATION_BUILT_IN, OP_CONSTANT, OP_DECORATE, OP_ENTRY_POINT,
        OP_FUNCTION, OP_LABEL, OP_STORE, OP_TYPE_FLOAT, OP_TYPE_POINTER, OP_VARIABLE,
        STORAGE_CLASS_OUTPUT, push, with_point_size,
    };

    const HEADER: [u32; 5] = [0x0723_0203, 0x0001_0500, 0, 10, 0];
    const OP_TYPE_VOID: u32 = 19;
    const OP_RETURN: u32 = 253;

    fn module(parts: &[(u32, &[u32])]) -> Vec<u32> {
        let mut words = HEADER.to_vec();
        parts.iter().for_each(|(op, operands)| push(&mut words, *op, operands));
        words
    }

    #[test]
    fn a_shader_without_a_size_gets_one_behind_its_variables() {
        let words = module(&[
            (OP_ENTRY_POINT, &[0, 4, 0x4D]),
            (OP_TYPE_VOID, &[1]),
            (OP_TYPE_FLOAT, &[2, 32]),
            (OP_FUNCTION, &[1, 4, 0, 3]),
            (OP_LABEL, &[5]),
            (OP_VARIABLE, &[6, 7, 7]),
            (OP_RETURN, &[]),
        ]);
        let mut expected = module(&[
            (OP_ENTRY_POINT, &[0, 4, 0x4D, 10]),
            (OP_DECORATE, &[10, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE]),
            (OP_TYPE_VOID, &[1]),
            (OP_TYPE_FLOAT, &[2, 32]),
            (OP_TYPE_POINTER, &[11, STORAGE_CLASS_OUTPUT, 2]),
            (OP_CONSTANT, &[2, 12, 1.0_f32.to_bits()]),
            (OP_VARIABLE, &[11, 10, STORAGE_CLASS_OUTPUT]),
            (OP_FUNCTION, &[1, 4, 0, 3]),
            (OP_LABEL, &[5]),
            (OP_VARIABLE, &[6, 7, 7]),
            (OP_STORE, &[10, 12]),
            (OP_RETURN, &[]),
        ]);
        expected[BOUND] = 13;
        assert_eq!(with_point_size(&words), Some(expected.clone()));
        assert_eq!(with_point_size(&expected), None, "it has one now");
    }

    #[test]
    fn what_is_no_module_is_left_alone() {
        assert_eq!(with_point_size(&[]), None);
        assert_eq!(with_point_size(&HEADER), None);
        let mut cut = module(&[(OP_ENTRY_POINT, &[0, 4, 0x4D])]);
        cut.pop();
        assert_eq!(with_point_size(&cut), None);
    }
}
