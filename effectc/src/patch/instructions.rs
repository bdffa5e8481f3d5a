//! A SPIR-V module as a list of instructions, to be changed and put together again.

use std::borrow::Cow;

const HEADER_WORDS: usize = 5;
/// Place of the number that every id is below.
const BOUND: usize = 3;

/// Opcodes, by SPIR-V's numbers.
pub(crate) mod op {
    pub(crate) const NAME: u32 = 5;
    pub(crate) const MEMBER_NAME: u32 = 6;
    pub(crate) const EXTENSION: u32 = 10;
    pub(crate) const ENTRY_POINT: u32 = 15;
    pub(crate) const EXECUTION_MODE: u32 = 16;
    pub(crate) const CAPABILITY: u32 = 17;
    pub(crate) const TYPE_INT: u32 = 21;
    pub(crate) const TYPE_FLOAT: u32 = 22;
    pub(crate) const TYPE_VECTOR: u32 = 23;
    pub(crate) const TYPE_ARRAY: u32 = 28;
    pub(crate) const TYPE_STRUCT: u32 = 30;
    pub(crate) const TYPE_POINTER: u32 = 32;
    pub(crate) const CONSTANT: u32 = 43;
    pub(crate) const FUNCTION: u32 = 54;
    pub(crate) const FUNCTION_END: u32 = 56;
    pub(crate) const VARIABLE: u32 = 59;
    pub(crate) const LOAD: u32 = 61;
    pub(crate) const STORE: u32 = 62;
    pub(crate) const ACCESS_CHAIN: u32 = 65;
    pub(crate) const DECORATE: u32 = 71;
    pub(crate) const VECTOR_SHUFFLE: u32 = 79;
    pub(crate) const COMPOSITE_EXTRACT: u32 = 81;
    pub(crate) const I_SUB: u32 = 130;
    pub(crate) const EMIT_VERTEX: u32 = 218;
    pub(crate) const END_PRIMITIVE: u32 = 219;
    pub(crate) const EMIT_STREAM_VERTEX: u32 = 220;
    pub(crate) const LABEL: u32 = 248;
    pub(crate) const RETURN: u32 = 253;
    pub(crate) const EXECUTION_MODE_ID: u32 = 331;
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instruction<'w> {
    pub(crate) opcode: u32,
    /// Those of the module that was read, or others.
    pub(crate) operands: Cow<'w, [u32]>,
}

impl Instruction<'_> {
    pub(crate) fn new(opcode: u32, operands: impl Into<Vec<u32>>) -> Self {
        Self { opcode, operands: Cow::Owned(operands.into()) }
    }
}

/// A module, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Instructions<'w> {
    header: [u32; HEADER_WORDS],
    pub(crate) list: Vec<Instruction<'w>>,
}

impl<'w> Instructions<'w> {
    /// Takes a module apart; none if it is cut off.
    pub(crate) fn parse(words: &'w [u32]) -> Option<Self> {
        let header = words.first_chunk().copied()?;
        let mut list = Vec::new();
        let mut rest = &words[HEADER_WORDS..];
        while let [first, ..] = rest {
            let length = (first >> 16) as usize;
            let operands = rest.get(1..length).filter(|_| length > 0)?;
            list.push(Instruction { opcode: first & 0xFFFF, operands: Cow::Borrowed(operands) });
            rest = &rest[length..];
        }
        Some(Self { header, list })
    }

    /// Puts the module together.
    pub(crate) fn into_words(self) -> Vec<u32> {
        let count: usize = self.list.iter().map(|it| it.operands.len() + 1).sum();
        let mut words = Vec::with_capacity(HEADER_WORDS + count);
        words.extend(self.header);
        for Instruction { opcode, operands } in self.list {
            let length = u32::try_from(operands.len() + 1).unwrap_or(u32::MAX);
            words.push(length << 16 | opcode);
            words.extend_from_slice(&operands);
        }
        words
    }

    /// An id that nothing has.
    pub(crate) fn new_id(&mut self) -> u32 {
        let id = self.header[BOUND];
        self.header[BOUND] += 1;
        id
    }

    /// The instructions of one opcode.
    pub(crate) fn all(&self, opcode: u32) -> impl Iterator<Item = &[u32]> {
        self.list.iter().filter(move |it| it.opcode == opcode).map(|it| &*it.operands)
    }

    /// The one declaration whose result is `id`, of types and constants: opcode and what follows the id.
    pub(crate) fn ty(&self, id: u32) -> Option<(u32, &[u32])> {
        self.list.iter().take_while(|it| it.opcode != op::FUNCTION).find_map(|it| {
            let is_type = (op::TYPE_INT - 2..=39).contains(&it.opcode);
            match it.operands.split_first() {
                Some((found, rest)) if is_type && *found == id => Some((it.opcode, rest)),
                _ => None,
            }
        })
    }

    /// The operand of a decoration that has one.
    pub(crate) fn decoration(&self, target: u32, kind: u32) -> Option<u32> {
        self.all(op::DECORATE).find_map(|it| match it {
            [found, decoration, operand, ..] if *found == target && *decoration == kind => {
                Some(*operand)
            }
            _ => None,
        })
    }

    /// Adds a capability, if it is not there.
    pub(crate) fn add_capability(&mut self, capability: u32) {
        if self.all(op::CAPABILITY).all(|it| it != [capability]) {
            self.list.insert(0, Instruction::new(op::CAPABILITY, [capability]));
        }
    }

    /// Adds an extension.
    pub(crate) fn add_extension(&mut self, name: &str) {
        let operands: Vec<u32> = crate::debug_source::string_words(name).collect();
        let last = self.list.iter().rposition(|it| it.opcode == op::CAPABILITY);
        let at = last.map_or(0, |it| it + 1);
        self.list.insert(at, Instruction::new(op::EXTENSION, operands));
    }

    /// Adds an execution mode of the entry point.
    pub(crate) fn add_execution_mode(&mut self, mode: u32) {
        let Some(at) = self.list.iter().rposition(|it| it.opcode == op::ENTRY_POINT) else {
            return;
        };
        let entry = self.list[at].operands.get(1).copied().unwrap_or(0);
        self.list.insert(at + 1, Instruction::new(op::EXECUTION_MODE, [entry, mode]));
    }

    /// Adds a decoration.
    pub(crate) fn decorate(&mut self, target: u32, kind: u32, operands: &[u32]) {
        let mut all = vec![target, kind];
        all.extend(operands);
        let at = self.first_declaration();
        self.list.insert(at, Instruction::new(op::DECORATE, all));
    }

    /// Adds a type, constant or variable after all others.
    pub(crate) fn declare(&mut self, instruction: Instruction<'w>) {
        let at = self.list.iter().position(|it| it.opcode == op::FUNCTION);
        self.list.insert(at.unwrap_or(self.list.len()), instruction);
    }

    /// Adds a variable to the interface of the entry point.
    pub(crate) fn add_to_interface(&mut self, variable: u32) {
        if let Some(entry) = self.list.iter_mut().find(|it| it.opcode == op::ENTRY_POINT) {
            entry.operands.to_mut().push(variable);
        }
    }

    /// The type of a pointer to `pointee`, declared if it is not there.
    pub(crate) fn pointer(&mut self, storage: u32, pointee: u32) -> u32 {
        let found = self.all(op::TYPE_POINTER).find_map(|it| match it {
            [id, class, ty] if *class == storage && *ty == pointee => Some(*id),
            _ => None,
        });
        found.unwrap_or_else(|| {
            let id = self.new_id();
            self.declare(Instruction::new(op::TYPE_POINTER, [id, storage, pointee]));
            id
        })
    }

    /// The type of a vector, declared if it is not there; of one component it is the component's.
    pub(crate) fn vector(&mut self, component: u32, count: u32) -> u32 {
        if count == 1 {
            return component;
        }
        let found = self.all(op::TYPE_VECTOR).find_map(|it| match it {
            [id, ty, found] if *ty == component && *found == count => Some(*id),
            _ => None,
        });
        found.unwrap_or_else(|| {
            let id = self.new_id();
            self.declare(Instruction::new(op::TYPE_VECTOR, [id, component, count]));
            id
        })
    }

    /// The place where types begin, after decorations.
    fn first_declaration(&self) -> usize {
        // 19: OpTypeVoid, the first opcode of types; 71 to 75 and 332, 5632, 5633 are annotations.
        let is_annotation = |opcode: u32| matches!(opcode, 71..=75 | 332 | 5632 | 5633);
        match self.list.iter().rposition(|it| is_annotation(it.opcode)) {
            Some(at) => at + 1,
            None => self.list.iter().position(|it| (19..=59).contains(&it.opcode)).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_back_as_they_were() {
        let words = [0x0723_0203, 0x0001_0600, 0, 9, 0, 2 << 16 | op::CAPABILITY, 1, 1 << 16 | 253];
        let parsed = Instructions::parse(&words).unwrap();
        assert_eq!(parsed.list.len(), 2);
        assert_eq!(parsed.into_words(), words);
        for length in [0, 4, 6] {
            assert!(Instructions::parse(&words[..length]).is_none(), "{length}");
        }
        assert!(Instructions::parse(&[0, 0, 0, 0, 0, 5]).is_none(), "an instruction of no words");
    }

    #[test]
    fn what_is_added_stands_in_its_section() {
        let mut module = Instructions {
            header: [0, 0, 0, 10, 0],
            list: vec![
                Instruction::new(op::CAPABILITY, [1]),
                Instruction::new(op::ENTRY_POINT, [0, 1, 0]),
                Instruction::new(op::NAME, [1, 0]),
                Instruction::new(op::TYPE_FLOAT, [2, 32]),
                Instruction::new(op::FUNCTION, [3, 1, 0, 4]),
            ],
        };
        module.add_capability(1);
        module.add_capability(53);
        module.add_execution_mode(11);
        module.decorate(5, 30, &[0]);
        assert_eq!((module.vector(2, 3), module.vector(2, 3), module.vector(2, 1)), (10, 10, 2));
        assert_eq!((module.pointer(3, 10), module.pointer(3, 10)), (11, 11));
        let opcodes: Vec<u32> = module.list.iter().map(|it| it.opcode).collect();
        let expected = [
            op::CAPABILITY,
            op::CAPABILITY,
            op::ENTRY_POINT,
            op::EXECUTION_MODE,
            op::NAME,
            op::DECORATE,
            op::TYPE_FLOAT,
            op::TYPE_VECTOR,
            op::TYPE_POINTER,
            op::FUNCTION,
        ];
        assert_eq!(opcodes, expected);
        assert_eq!(module.ty(10), Some((op::TYPE_VECTOR, [2, 3].as_slice())));
        assert_eq!(module.decoration(5, 30), Some(0));
    }
}
