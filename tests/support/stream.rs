//! SPIR-V with the decorations of stream output put in by hand, so that the run time is tested by itself.

const HEADER_WORDS: usize = 5;
const OP_ENTRY_POINT: u32 = 15;
const OP_EXECUTION_MODE: u32 = 16;
const OP_CAPABILITY: u32 = 17;
const OP_VARIABLE: u32 = 59;
const OP_DECORATE: u32 = 71;
const DECORATION_LOCATION: u32 = 30;
const STORAGE_CLASS_OUTPUT: u32 = 3;

fn instructions(words: &[u32]) -> Vec<&[u32]> {
    let mut all = Vec::new();
    let mut rest = &words[HEADER_WORDS..];
    while let Some(first) = rest.first() {
        let (instruction, behind) = rest.split_at((first >> 16) as usize);
        all.push(instruction);
        rest = behind;
    }
    all
}

/// Writes the outputs at these locations to buffer 0, each at an offset of a vertex of so many bytes.
pub(crate) fn streamed(words: &[u32], outputs: &[(u32, u32)], vertex_bytes: u32) -> Vec<u32> {
    let all = instructions(words);
    let is = |it: &[u32], op: u32| it[0] & 0xFFFF == op;
    let variables = all
        .iter()
        .filter(|it| is(it, OP_VARIABLE) && it[3] == STORAGE_CLASS_OUTPUT)
        .map(|it| it[2])
        .collect::<Vec<_>>();
    let entry = all.iter().find(|it| is(it, OP_ENTRY_POINT)).expect("an entry point")[2];
    let mut result = words[..HEADER_WORDS].to_vec();
    result.extend([2 << 16 | OP_CAPABILITY, 53]);
    let mut has_mode = false;
    for (index, instruction) in all.iter().enumerate() {
        result.extend(*instruction);
        let next_is_mode = all
            .get(index + 1)
            .is_some_and(|it| is(it, OP_ENTRY_POINT) || is(it, OP_EXECUTION_MODE));
        let is_mode = is(instruction, OP_ENTRY_POINT) || is(instruction, OP_EXECUTION_MODE);
        if is_mode && !next_is_mode && !has_mode {
            result.extend([3 << 16 | OP_EXECUTION_MODE, entry, 11]);
            has_mode = true;
        }
        if is(instruction, OP_DECORATE)
            && instruction[2] == DECORATION_LOCATION
            && variables.contains(&instruction[1])
            && let Some((_, offset_bytes)) = outputs.iter().find(|it| it.0 == instruction[3])
        {
            for (decoration, value) in [(36, 0), (37, vertex_bytes), (35, *offset_bytes)] {
                result.extend([4 << 16 | OP_DECORATE, instruction[1], decoration, value]);
            }
        }
    }
    result
}
