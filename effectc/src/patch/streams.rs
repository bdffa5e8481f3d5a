//! Several streams of one geometry shader.
//!
//! The HLSL compiler has one stream only, so `lower` lets every vertex say its stream by an output of its own, which is
//! written right before the vertex is emitted. Here that output goes away, and the vertex is emitted to its stream.

use super::instructions::{Instruction, Instructions, op};

const STORAGE_OUTPUT: u32 = 3;
const CAPABILITY_GEOMETRY_STREAMS: u32 = 54;
const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_STREAM: u32 = 29;
const DECORATION_LOCATION: u32 = 30;

/// The streams of a geometry shader that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Streams {
    /// The location of the output that says the stream.
    pub(crate) marker: u32,
    /// The stream that is drawn: that of the built-in outputs.
    pub(crate) drawn: u32,
    /// The stream of each location.
    pub(crate) of_locations: Vec<(u32, u32)>,
}

/// Emits vertices to their streams.
///
/// # Errors
/// A module that is cut off, or that does not say the stream of a vertex as it should.
pub(crate) fn with_streams(words: &[u32], streams: &Streams) -> Result<Vec<u32>, String> {
    let cut = || "the HLSL compiler gave a module that is cut off".to_owned();
    let mut module = Instructions::parse(words).ok_or_else(cut)?;
    let marker = outputs(&module)
        .into_iter()
        .find(|it| module.decoration(*it, DECORATION_LOCATION) == Some(streams.marker));
    // Without it no vertex is emitted at all.
    if let Some(marker) = marker {
        emit(&mut module, marker)?;
        remove(&mut module, marker);
    }
    for output in outputs(&module) {
        let stream = match module.decoration(output, DECORATION_LOCATION) {
            Some(location) => {
                streams.of_locations.iter().find(|it| it.0 == location).map_or(0, |it| it.1)
            }
            None if module.decoration(output, DECORATION_BUILT_IN).is_some() => streams.drawn,
            None => 0,
        };
        if stream > 0 {
            module.decorate(output, DECORATION_STREAM, &[stream]);
        }
    }
    module.add_capability(CAPABILITY_GEOMETRY_STREAMS);
    Ok(module.into_words())
}

fn outputs(module: &Instructions<'_>) -> Vec<u32> {
    let variables = module.all(op::VARIABLE).filter_map(|it| match it {
        [_, id, STORAGE_OUTPUT, ..] => Some(*id),
        _ => None,
    });
    variables.collect()
}

/// Replaces the emits by those to the stream that was stored before.
fn emit(module: &mut Instructions<'_>, marker: u32) -> Result<(), String> {
    let constants: Vec<u32> =
        module.all(op::CONSTANT).filter_map(|it| it.get(1).copied()).collect();
    let mut stream = None;
    let mut list = Vec::with_capacity(module.list.len());
    for instruction in std::mem::take(&mut module.list) {
        match (instruction.opcode, &*instruction.operands) {
            (op::LABEL, _) => stream = None,
            (op::STORE, [target, value, ..]) if *target == marker => {
                stream = Some(*value).filter(|it| constants.contains(it));
                continue;
            }
            (op::EMIT_VERTEX, _) => {
                let stream = stream.take().ok_or("the stream of a vertex is not known")?;
                list.push(Instruction::new(op::EMIT_STREAM_VERTEX, [stream]));
                continue;
            }
            // Streams of points, which have no strips.
            (op::END_PRIMITIVE, _) => continue,
            _ => {}
        }
        list.push(instruction);
    }
    module.list = list;
    Ok(())
}

/// Takes a variable away that no code uses.
fn remove(module: &mut Instructions<'_>, variable: u32) {
    module.list.retain(|it| match it.opcode {
        op::VARIABLE => it.operands.get(1) != Some(&variable),
        op::NAME | op::DECORATE => it.operands.first() != Some(&variable),
        _ => true,
    });
    for instruction in module.list.iter_mut().filter(|it| it.opcode == op::ENTRY_POINT) {
        let interface_at = interface_at(&instruction.operands);
        let mut place = 0;
        instruction.operands.to_mut().retain(|it| {
            place += 1;
            place <= interface_at || *it != variable
        });
    }
}

/// Where the variables of an entry point begin: after its stage, function and name.
fn interface_at(operands: &[u32]) -> usize {
    let ends = |word: &u32| word.to_le_bytes().contains(&0);
    2 + operands.iter().skip(2).position(ends).map_or(0, |it| it + 1)
}
