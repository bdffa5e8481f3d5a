//! Reads and edits SPIR-V words: just the types, decorations and variables that layouts need.

use crate::hash::{HashMap, HashSet};

const OP_TYPE_MATRIX: u32 = 24;
const OP_TYPE_ARRAY: u32 = 28;
const OP_TYPE_RUNTIME_ARRAY: u32 = 29;
const OP_TYPE_STRUCT: u32 = 30;
const OP_TYPE_POINTER: u32 = 32;
const OP_EXECUTION_MODE: u32 = 16;
const OP_FUNCTION: u32 = 54;
const OP_FUNCTION_CALL: u32 = 57;
const OP_VARIABLE: u32 = 59;
const OP_IMAGE_TEXEL_POINTER: u32 = 60;
const OP_LOAD: u32 = 61;
const OP_STORE: u32 = 62;
const OP_COPY_MEMORY: u32 = 63;
const OP_ACCESS_CHAIN: u32 = 65;
const OP_IN_BOUNDS_ACCESS_CHAIN: u32 = 66;
const OP_ARRAY_LENGTH: u32 = 68;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
const OP_COPY_OBJECT: u32 = 83;
const OP_S_REM: u32 = 138;
const OP_S_MOD: u32 = 139;
const OP_F_REM: u32 = 140;
const OP_F_MOD: u32 = 141;

const STORAGE_INPUT: u32 = 1;
const EXECUTION_MODE_LOCAL_SIZE: u32 = 17;

/// Decorations, by SPIR-V's numbers.
pub(crate) mod decoration {
    pub(crate) const ROW_MAJOR: u32 = 4;
    pub(crate) const COL_MAJOR: u32 = 5;
    pub(crate) const ARRAY_STRIDE: u32 = 6;
    pub(crate) const MATRIX_STRIDE: u32 = 7;
    pub(crate) const LOCATION: u32 = 30;
    pub(crate) const BINDING: u32 = 33;
    pub(crate) const OFFSET: u32 = 35;
}

/// A type, as far as layouts go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeNode {
    Matrix,
    Array { element: u32, is_runtime: bool },
    Struct { members: Vec<u32> },
    Pointer { pointee: u32 },
}

/// A module with an index of what matters here.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) words: Vec<u32>,
    types: HashMap<u32, TypeNode>,
    /// (target, member or none, decoration) to the place of the operand, or of the last word if it has none.
    decorations: HashMap<(u32, Option<u32>, u32), usize>,
    /// Variables in order: id, pointer type, storage class.
    variables: Vec<(u32, u32, u32)>,
    /// Ids that code loads, stores, indexes or passes on.
    used: HashSet<u32>,
    pub(crate) local_size: Option<[u32; 3]>,
}

impl Module {
    /// Reads a module; none if it is cut off. Remainders get HLSL's sign, that of the dividend: glslang writes the
    /// operations whose result has the sign of the divisor, which HLSL does not have.
    pub(crate) fn new(mut words: Vec<u32>) -> Option<Self> {
        let mut module = Self {
            words: Vec::new(),
            types: HashMap::default(),
            decorations: HashMap::default(),
            variables: Vec::new(),
            used: HashSet::default(),
            local_size: None,
        };
        let mut at = 5;
        let mut in_code = false;
        while at < words.len() {
            let length = (words[at] >> 16) as usize;
            let operands = words.get(at + 1..at + length).filter(|_| length > 0)?;
            let opcode = words[at] & 0xFFFF;
            in_code |= opcode == OP_FUNCTION;
            match in_code {
                true => module.read_code(opcode, operands),
                false => module.read_declaration(opcode, operands, at + 1),
            }
            let remainder = match opcode {
                OP_S_MOD => OP_S_REM,
                OP_F_MOD => OP_F_REM,
                other => other,
            };
            words[at] = words[at] & 0xFFFF_0000 | remainder;
            at += length;
        }
        module.words = words;
        Some(module)
    }

    fn read_declaration(&mut self, opcode: u32, operands: &[u32], at: usize) {
        match (opcode, operands) {
            (OP_TYPE_MATRIX, [id, ..]) => {
                self.types.insert(*id, TypeNode::Matrix);
            }
            (OP_TYPE_ARRAY, [id, element, _]) => {
                let node = TypeNode::Array { element: *element, is_runtime: false };
                self.types.insert(*id, node);
            }
            (OP_TYPE_RUNTIME_ARRAY, [id, element]) => {
                self.types.insert(*id, TypeNode::Array { element: *element, is_runtime: true });
            }
            (OP_TYPE_STRUCT, [id, members @ ..]) => {
                self.types.insert(*id, TypeNode::Struct { members: members.to_vec() });
            }
            (OP_TYPE_POINTER, [id, _, pointee]) => {
                self.types.insert(*id, TypeNode::Pointer { pointee: *pointee });
            }
            (OP_DECORATE, [target, decoration, rest @ ..]) => {
                let place = at + 1 + rest.len().min(1);
                self.decorations.insert((*target, None, *decoration), place);
            }
            (OP_MEMBER_DECORATE, [target, member, decoration, rest @ ..]) => {
                let place = at + 2 + rest.len().min(1);
                self.decorations.insert((*target, Some(*member), *decoration), place);
            }
            (OP_VARIABLE, [ty, id, class, ..]) => self.variables.push((*id, *ty, *class)),
            (OP_EXECUTION_MODE, [_, EXECUTION_MODE_LOCAL_SIZE, x, y, z]) => {
                self.local_size = Some([*x, *y, *z]);
            }
            _ => {}
        }
    }

    fn read_code(&mut self, opcode: u32, operands: &[u32]) {
        let pointers = match opcode {
            OP_LOAD
            | OP_ACCESS_CHAIN
            | OP_IN_BOUNDS_ACCESS_CHAIN
            | OP_IMAGE_TEXEL_POINTER
            | OP_ARRAY_LENGTH
            | OP_COPY_OBJECT => operands.get(2..3),
            OP_STORE => operands.get(..1),
            OP_COPY_MEMORY => operands.get(..2),
            OP_FUNCTION_CALL => operands.get(3..),
            _ => None,
        };
        self.used.extend(pointers.unwrap_or_default());
    }

    /// The type behind an id, if layouts know it.
    pub(crate) fn ty(&self, id: u32) -> Option<&TypeNode> {
        self.types.get(&id)
    }

    /// The operand of a decoration.
    pub(crate) fn decoration(&self, target: u32, member: Option<u32>, kind: u32) -> Option<u32> {
        self.decorations.get(&(target, member, kind)).map(|place| self.words[*place])
    }

    /// Whether there is a decoration.
    pub(crate) fn has(&self, target: u32, member: Option<u32>, kind: u32) -> bool {
        self.decorations.contains_key(&(target, member, kind))
    }

    /// Place of a decoration's operand in the words.
    pub(crate) fn place(&self, target: u32, member: Option<u32>, kind: u32) -> Option<usize> {
        self.decorations.get(&(target, member, kind)).copied()
    }

    /// Variables with a binding that code uses: the binding and the type behind the pointer.
    pub(crate) fn bound_variables(&self) -> Vec<(u32, u32)> {
        let mut found: Vec<(u32, u32)> = self
            .variables
            .iter()
            .filter(|(id, ..)| self.used.contains(id))
            .filter_map(|(id, pointer, _)| {
                let binding = self.decoration(*id, None, decoration::BINDING)?;
                match self.ty(*pointer)? {
                    TypeNode::Pointer { pointee } => Some((binding, *pointee)),
                    TypeNode::Matrix | TypeNode::Array { .. } | TypeNode::Struct { .. } => None,
                }
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Locations of inputs that code reads; a matrix counts with its first.
    pub(crate) fn input_locations(&self) -> HashSet<u32> {
        self.variables
            .iter()
            .filter(|(id, _, class)| *class == STORAGE_INPUT && self.used.contains(id))
            .filter_map(|(id, ..)| self.decoration(*id, None, decoration::LOCATION))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_modules_are_refused() {
        assert!(Module::new(vec![0x0723_0203, 0, 0, 0, 0, 3 << 16 | OP_DECORATE, 1]).is_none());
        assert!(Module::new(vec![0x0723_0203, 0, 0, 0, 0, OP_DECORATE]).is_none());
        assert!(Module::new(vec![0x0723_0203, 0, 0, 0, 0]).is_some());
    }
}
