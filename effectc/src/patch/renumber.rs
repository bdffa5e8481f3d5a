//! Ids in order of their first appearance.
//!
//! The optimizer inside the HLSL compiler numbers what it makes differently from process to process, so that equal text
//! gives modules that differ in nothing but ids. Numbered anew they are equal, byte for byte.

use std::sync::LazyLock;

use rspirv::grammar::{INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier};

const HEADER_WORDS: usize = 5;
/// Place of the number that every id is below.
const BOUND: usize = 3;
/// The largest that it may be (SPIR-V specification, 2.17, universal limits).
const MAX_BOUND: usize = 0x3F_FFFF;
/// The memory operand that is followed by a number; the others are followed by an id or nothing.
const ALIGNED: u32 = 2;

/// Opcodes whose decoration or mode is followed by ids, where others have numbers.
const WITH_IDS: [u32; 2] = [331, 332]; // OpExecutionModeId, OpDecorateId

/// What the words of an instruction are, by opcode.
static GRAMMAR: LazyLock<Vec<Option<&'static [LogicalOperand]>>> = LazyLock::new(|| {
    let mut grammar = Vec::new();
    for instruction in INSTRUCTION_TABLE.iter() {
        let opcode = instruction.opcode as usize;
        if grammar.len() <= opcode {
            grammar.resize(opcode + 1, None);
        }
        grammar[opcode] = Some(instruction.operands);
    }
    grammar
});

/// Numbers all ids anew, from 1. None if the module is not understood as a whole.
pub(crate) fn renumbered(words: &[u32]) -> Option<Vec<u32>> {
    let bound = usize::try_from(*words.get(BOUND)?).ok().filter(|it| *it <= MAX_BOUND)?;
    let mut numbers = Numbers { by_id: vec![0; bound], next: 1 };
    let mut words = words.to_vec();
    let mut rest = words.get_mut(HEADER_WORDS..)?;
    while let [first, ..] = rest {
        let (length, opcode) = ((*first >> 16) as usize, *first & 0xFFFF);
        let (instruction, others) = rest.split_at_mut_checked(length)?;
        rest = others;
        let operands = instruction.get_mut(1..)?;
        let grammar = GRAMMAR.get(opcode as usize).copied().flatten()?;
        numbers.instruction(opcode, grammar, operands)?;
    }
    words[BOUND] = numbers.next;
    Some(words)
}

/// The new numbers.
struct Numbers {
    /// By the old ones; 0 for those that have not appeared yet.
    by_id: Vec<u32>,
    next: u32,
}

impl Numbers {
    fn id(&mut self, word: &mut u32) -> Option<()> {
        let number = self.by_id.get_mut(*word as usize)?;
        if *number == 0 {
            *number = self.next;
            self.next += 1;
        }
        *word = *number;
        Some(())
    }

    fn ids(&mut self, words: &mut [u32]) -> Option<()> {
        words.iter_mut().try_for_each(|it| self.id(it))
    }

    /// Numbers the ids among the operands; none if they are others than the grammar has.
    fn instruction(
        &mut self,
        opcode: u32,
        grammar: &[LogicalOperand],
        operands: &mut [u32],
    ) -> Option<()> {
        let mut rest = operands;
        for operand in grammar {
            match operand.quantifier {
                OperandQuantifier::One => rest = self.operand(opcode, operand.kind, rest)?,
                OperandQuantifier::ZeroOrOne if rest.is_empty() => {}
                OperandQuantifier::ZeroOrOne => rest = self.operand(opcode, operand.kind, rest)?,
                OperandQuantifier::ZeroOrMore => {
                    while !rest.is_empty() {
                        rest = self.operand(opcode, operand.kind, rest)?;
                    }
                }
            }
        }
        rest.is_empty().then_some(())
    }

    /// Numbers the ids of one operand and gives what is behind it.
    fn operand<'w>(
        &mut self,
        opcode: u32,
        kind: OperandKind,
        words: &'w mut [u32],
    ) -> Option<&'w mut [u32]> {
        use OperandKind as Kind;
        if matches!(kind, Kind::LiteralString) {
            let length = words.iter().position(|it| it.to_le_bytes().contains(&0))? + 1;
            return words.get_mut(length..);
        }
        let (first, rest) = words.split_first_mut()?;
        match kind {
            Kind::IdResultType
            | Kind::IdResult
            | Kind::IdRef
            | Kind::IdScope
            | Kind::IdMemorySemantics => self.id(first)?,
            // The selectors of HLSL have 32 bits.
            Kind::PairLiteralIntegerIdRef => {
                let (second, rest) = rest.split_first_mut()?;
                self.id(second)?;
                return Some(rest);
            }
            Kind::PairIdRefLiteralInteger => {
                self.id(first)?;
                return rest.get_mut(1..);
            }
            Kind::PairIdRefIdRef => {
                self.id(first)?;
                let (second, rest) = rest.split_first_mut()?;
                self.id(second)?;
                return Some(rest);
            }
            // Each flag is followed by ids, or by nothing.
            Kind::ImageOperands => {
                self.ids(rest)?;
                return rest.get_mut(rest.len()..);
            }
            Kind::MemoryAccess => return self.memory_access(*first, rest),
            Kind::Decoration | Kind::ExecutionMode => {
                if WITH_IDS.contains(&opcode) {
                    self.ids(rest)?;
                }
                return rest.get_mut(rest.len()..);
            }
            Kind::LoopControl | Kind::LiteralContextDependentNumber => {
                return rest.get_mut(rest.len()..);
            }
            // What follows depends on an operation that only specialization has, which HLSL has no word for.
            Kind::LiteralSpecConstantOpInteger
            | Kind::TensorOperands
            | Kind::TensorAddressingOperands
            | Kind::CooperativeMatrixOperands => return None,
            _ => {}
        }
        Some(rest)
    }

    fn memory_access<'w>(&mut self, flags: u32, words: &'w mut [u32]) -> Option<&'w mut [u32]> {
        let numbers = usize::from(flags & ALIGNED != 0);
        // A scope each: MakePointerAvailable, MakePointerVisible.
        let ids = (flags & 0b1_1000).count_ones() as usize;
        let (used, rest) = words.split_at_mut_checked(numbers + ids)?;
        self.ids(&mut used[numbers..])?;
        Some(rest)
    }
}
