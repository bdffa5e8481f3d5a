//! Ids in order of their first appearance.
//!
//! The optimizer inside the HLSL compiler numbers what it makes differently from process to process, so that equal text
//! gives modules that differ in nothing but ids. Numbered anew they are equal, byte for byte.

use std::collections::HashMap;

use rspirv::binary::{Assemble as _, parse_words};
use rspirv::dr::Loader;

use super::instructions::Instructions;

/// Numbers all ids anew, from 1. None if the module is not understood as a whole.
pub(crate) fn renumbered(words: &[u32]) -> Option<Vec<u32>> {
    let mut loader = Loader::new();
    parse_words(words, &mut loader).ok()?;
    let mut module = loader.module();
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut next = 1;
    let mut renumber = |id: &mut u32| {
        *id = *numbers.entry(*id).or_insert_with(|| {
            next += 1;
            next - 1
        });
    };
    for instruction in module.all_inst_iter_mut() {
        instruction.result_type.iter_mut().for_each(&mut renumber);
        instruction.result_id.iter_mut().for_each(&mut renumber);
        instruction
            .operands
            .iter_mut()
            .filter_map(|it| it.id_ref_any_mut())
            .for_each(&mut renumber);
    }
    module.header.as_mut()?.bound = next;
    let out = module.assemble();
    // What the reader has no place for would be lost.
    let count = |words: &[u32]| Some(Instructions::parse(words)?.list.len());
    (count(words)? == count(&out)?).then_some(out)
}
