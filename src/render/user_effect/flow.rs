//! What of the constant buffers makes the position of vertices, read from the SPIR-V of the shaders.
//!
//! From what is stored in the position the code is walked back to what it was computed of. The modules are optimised:
//! calls are inlined and local variables mostly gone, so that the walk seldom meets more than it must. Choices
//! (conditions, indices) are no part of a value here: they say which, and not how large.

use std::collections::{BTreeMap, BTreeSet};

use effectc::effect::{Effect, Pass, Shader, Stage};

/// A place that code reads: the constant buffer's binding, and the offset in it in bytes.
pub(super) type Place = (u32, u32);

/// What a value is computed of.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sources {
    /// Places in constant buffers.
    pub(super) places: BTreeSet<Place>,
    /// Those of them that are matrices and nothing but multiplied by a vector. True: the vector stands behind
    /// (`mul(m, v)`).
    pub(super) factors: BTreeMap<Place, bool>,
    ports: BTreeSet<Port>,
}

/// What goes from one stage to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Port {
    Position,
    Location(u32),
}

/// What makes the position of what a pass draws, all stages before the rasterizer together.
pub(super) fn position_sources(effect: &Effect, pass: &Pass) -> Sources {
    let stages = [Stage::Geometry, Stage::Domain, Stage::Hull, Stage::Vertex];
    let mut wanted = BTreeSet::from([Port::Position]);
    let mut found = Sources::default();
    for stage in stages {
        let mut ports = BTreeSet::new();
        let mut is_there = false;
        for shader in effect.candidates(pass.shader(stage)) {
            let Some(flow) = Flow::new(&shader.words) else { continue };
            is_there = true;
            let sources = flow.sources(&wanted);
            found.places.extend(sources.places);
            for (place, is_behind) in sources.factors {
                found.factors.insert(place, is_behind);
            }
            ports.extend(sources.ports);
        }
        if is_there {
            wanted = ports;
        }
    }
    found
}

/// All places in constant buffers that a shader reads.
pub(super) fn places_read(shader: &Shader) -> BTreeSet<Place> {
    let Some(flow) = Flow::new(&shader.words) else { return BTreeSet::new() };
    let pointers = flow.made.keys().filter(|id| flow.is_read(**id));
    pointers.filter_map(|id| flow.place(*id)).collect()
}

/// Whether a vertex shader reads the number of the instance.
pub(super) fn reads_instance(shader: &Shader) -> bool {
    let is_number = |it: &u32| *it == BUILT_IN_INSTANCE_INDEX;
    Flow::new(&shader.words).is_some_and(|flow| {
        let mut built_ins = flow.decorations.iter();
        built_ins.any(|((_, decoration), of)| *decoration == DECORATION_BUILT_IN && is_number(of))
    })
}

const OP_EXT_INST: u32 = 12;
const OP_TYPE_ARRAY: u32 = 28;
const OP_TYPE_STRUCT: u32 = 30;
const OP_TYPE_POINTER: u32 = 32;
const OP_CONSTANT: u32 = 43;
const OP_FUNCTION: u32 = 54;
const OP_FUNCTION_PARAMETER: u32 = 55;
const OP_FUNCTION_CALL: u32 = 57;
const OP_VARIABLE: u32 = 59;
const OP_LOAD: u32 = 61;
const OP_STORE: u32 = 62;
const OP_ACCESS_CHAIN: u32 = 65;
const OP_IN_BOUNDS_ACCESS_CHAIN: u32 = 66;
const OP_DECORATE: u32 = 71;
const OP_MEMBER_DECORATE: u32 = 72;
const OP_VECTOR_SHUFFLE: u32 = 79;
const OP_COMPOSITE_CONSTRUCT: u32 = 80;
const OP_COMPOSITE_EXTRACT: u32 = 81;
const OP_COMPOSITE_INSERT: u32 = 82;
const OP_VECTOR_TIMES_MATRIX: u32 = 144;
const OP_MATRIX_TIMES_VECTOR: u32 = 145;
const OP_SELECT: u32 = 169;
const OP_PHI: u32 = 245;
const OP_RETURN_VALUE: u32 = 254;
/// Reads of images, of which a word says which operands follow.
const OPS_OF_IMAGES: std::ops::RangeInclusive<u32> = 86..=101;

/// Deeper than types nest.
const MAX_PART: usize = 64;

const DECORATION_BUILT_IN: u32 = 11;
const DECORATION_LOCATION: u32 = 30;
const DECORATION_BINDING: u32 = 33;
const DECORATION_OFFSET: u32 = 35;
const BUILT_IN_POSITION: u32 = 0;
const BUILT_IN_INSTANCE_INDEX: u32 = 43;
const STORAGE_INPUT: u32 = 1;
const STORAGE_UNIFORM: u32 = 2;
const STORAGE_OUTPUT: u32 = 3;

/// An instruction with a result.
#[derive(Debug, Default)]
struct Made {
    opcode: u32,
    ty: u32,
    /// What the result is computed of.
    of: Vec<u32>,
    /// Which part of a composite is taken out or put in.
    part: Vec<u32>,
}

/// A part of a value: members and elements from the outside in; none for an element that is not known.
type Part = Vec<Option<u32>>;

/// A variable of a module.
#[derive(Clone, Copy, Debug)]
struct Variable {
    ty: u32,
    storage: u32,
}

/// A module as far as values are concerned.
#[derive(Debug, Default)]
struct Flow {
    /// Instructions by result.
    made: BTreeMap<u32, Made>,
    /// By variable: pointers into it, and what is stored there.
    stores: BTreeMap<u32, Vec<(u32, u32)>>,
    /// By access chain: the indices.
    chains: BTreeMap<u32, Vec<u32>>,
    loaded: BTreeSet<u32>,
    variables: BTreeMap<u32, Variable>,
    constants: BTreeMap<u32, u32>,
    structs: BTreeMap<u32, Vec<u32>>,
    arrays: BTreeMap<u32, u32>,
    pointees: BTreeMap<u32, u32>,
    /// By target and decoration: the operand.
    decorations: BTreeMap<(u32, u32), u32>,
    /// By struct and member.
    offsets_bytes: BTreeMap<(u32, u32), u32>,
    /// By function: its parameters.
    parameters: BTreeMap<u32, Vec<u32>>,
}

impl Flow {
    /// Reads a module; none if it is cut off.
    fn new(words: &[u32]) -> Option<Self> {
        const HEADER_WORDS: usize = 5;
        let mut flow = Self::default();
        let mut calls = Vec::new();
        let mut function = 0;
        let mut at = HEADER_WORDS;
        while at < words.len() {
            let length = (words[at] >> 16) as usize;
            let operands = words.get(at + 1..at + length).filter(|_| length > 0)?;
            match (words[at] & 0xFFFF, operands) {
                (OP_FUNCTION, [_, id, ..]) => function = *id,
                (OP_FUNCTION_PARAMETER, [_, id]) => {
                    flow.parameters.entry(function).or_default().push(*id);
                    flow.made.entry(*id).or_default();
                }
                (OP_FUNCTION_CALL, [_, id, callee, arguments @ ..]) => {
                    calls.push((*callee, arguments.to_vec()));
                    let call =
                        Made { opcode: OP_FUNCTION_CALL, of: vec![*callee], ..Made::default() };
                    flow.made.insert(*id, call);
                }
                (OP_RETURN_VALUE, [value]) => {
                    flow.made.entry(function).or_default().of.push(*value);
                }
                (OP_STORE, [pointer, value, ..]) => {
                    let root = flow.root(*pointer);
                    flow.stores.entry(root).or_default().push((*pointer, *value));
                }
                (opcode, operands) if function == 0 => flow.declare(opcode, operands),
                (opcode, operands) => flow.compute(opcode, operands),
            }
            at += length;
        }
        for (callee, arguments) in calls {
            let parameters = flow.parameters.get(&callee).cloned().unwrap_or_default();
            for (parameter, argument) in parameters.into_iter().zip(arguments) {
                flow.made.entry(parameter).or_default().of.push(argument);
            }
        }
        Some(flow)
    }

    fn declare(&mut self, opcode: u32, operands: &[u32]) {
        match (opcode, operands) {
            (OP_TYPE_ARRAY, [id, element, ..]) => {
                self.arrays.insert(*id, *element);
            }
            (OP_TYPE_STRUCT, [id, members @ ..]) => {
                self.structs.insert(*id, members.to_vec());
            }
            (OP_TYPE_POINTER, [id, _, pointee]) => {
                self.pointees.insert(*id, *pointee);
            }
            (OP_CONSTANT, [_, id, value, ..]) => {
                self.constants.insert(*id, *value);
            }
            (OP_VARIABLE, [ty, id, storage, ..]) => {
                self.variables.insert(*id, Variable { ty: *ty, storage: *storage });
            }
            (OP_DECORATE, [target, decoration, operand, ..]) => {
                self.decorations.insert((*target, *decoration), *operand);
            }
            (OP_MEMBER_DECORATE, [target, member, DECORATION_OFFSET, offset_bytes]) => {
                self.offsets_bytes.insert((*target, *member), *offset_bytes);
            }
            _ => {}
        }
    }

    fn compute(&mut self, opcode: u32, operands: &[u32]) {
        let [ty, id, rest @ ..] = operands else { return };
        let part = match (opcode, rest) {
            (OP_COMPOSITE_EXTRACT, [_, part @ ..]) | (OP_COMPOSITE_INSERT, [_, _, part @ ..]) => {
                part.to_vec()
            }
            _ => Vec::new(),
        };
        let of: Vec<u32> = match (opcode, rest) {
            (OP_LOAD, [pointer, ..]) => {
                self.loaded.insert(*pointer);
                vec![*pointer]
            }
            (OP_ACCESS_CHAIN | OP_IN_BOUNDS_ACCESS_CHAIN, [base, indices @ ..]) => {
                self.chains.insert(*id, indices.to_vec());
                vec![*base]
            }
            (OP_COMPOSITE_EXTRACT, [from, ..]) => vec![*from],
            (OP_COMPOSITE_INSERT | OP_VECTOR_SHUFFLE, [a, b, ..]) => vec![*a, *b],
            (OP_SELECT, [_, yes, no]) => vec![*yes, *no],
            (OP_PHI, pairs) => pairs.chunks(2).map(|it| it[0]).collect(),
            (OP_EXT_INST, [_, _, arguments @ ..]) => arguments.to_vec(),
            (OP_VARIABLE, _) => Vec::new(),
            (opcode, [image, coordinate, ..]) if OPS_OF_IMAGES.contains(&opcode) => {
                vec![*image, *coordinate]
            }
            (_, all) => all.to_vec(),
        };
        self.made.entry(*id).or_insert_with(|| Made { opcode, ty: *ty, of, part });
    }

    /// The variable that a pointer points into.
    fn root(&self, pointer: u32) -> u32 {
        let mut at = pointer;
        while self.chains.contains_key(&at)
            && let Some([base, ..]) = self.made.get(&at).map(|it| it.of.as_slice())
            && *base != at
        {
            at = *base;
        }
        at
    }

    /// Where in a constant buffer a pointer points; of arrays, to their start.
    fn place(&self, pointer: u32) -> Option<Place> {
        let mut indices = Vec::new();
        let mut at = pointer;
        while let Some(chain) = self.chains.get(&at) {
            indices.splice(0..0, chain.iter().copied());
            at = *self.made.get(&at)?.of.first()?;
        }
        let variable = self.variables.get(&at).filter(|it| it.storage == STORAGE_UNIFORM)?;
        let binding = *self.decorations.get(&(at, DECORATION_BINDING))?;
        let mut ty = *self.pointees.get(&variable.ty)?;
        let mut offset_bytes = 0_u32;
        for index in indices {
            if let Some(element) = self.arrays.get(&ty) {
                ty = *element;
                continue;
            }
            let Some(members) = self.structs.get(&ty) else { break };
            let member = *self.constants.get(&index)?;
            let offset = self.offsets_bytes.get(&(ty, member)).copied().unwrap_or(0);
            offset_bytes = offset_bytes.saturating_add(offset);
            ty = *members.get(member as usize)?;
        }
        Some((binding, offset_bytes))
    }

    fn is_read(&self, pointer: u32) -> bool {
        self.loaded.contains(&pointer)
    }

    fn port(&self, variable: u32) -> Option<Port> {
        if let Some(location) = self.decorations.get(&(variable, DECORATION_LOCATION)) {
            return Some(Port::Location(*location));
        }
        let built_in = self.decorations.get(&(variable, DECORATION_BUILT_IN));
        (built_in == Some(&BUILT_IN_POSITION)).then_some(Port::Position)
    }

    /// What these outputs are computed of.
    fn sources(&self, wanted: &BTreeSet<Port>) -> Sources {
        let is_wanted = |id: &u32, it: &Variable| {
            it.storage == STORAGE_OUTPUT
                && self.port(*id).is_some_and(|port| wanted.contains(&port))
        };
        let outputs = self.variables.iter().filter(|(id, it)| is_wanted(id, it));
        let mut open: Vec<(u32, Part)> = outputs.map(|(id, _)| (*id, Part::new())).collect();
        let mut walked = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut sources = Sources::default();
        while let Some((id, part)) = open.pop() {
            if part.len() > MAX_PART || !walked.insert((id, part.clone())) {
                continue;
            }
            seen.insert(id);
            if self.chains.contains_key(&id) || self.variables.contains_key(&id) {
                sources.places.extend(self.place(id).filter(|_| self.is_read(id)));
            }
            if self.variables.get(&id).is_some_and(|it| it.storage == STORAGE_INPUT) {
                sources.ports.extend(self.port(id));
            }
            open.extend(self.made_of(id, &part));
        }
        sources.factors = self.factors(&seen);
        sources
    }

    /// What a part of a value is computed of.
    fn made_of(&self, id: u32, part: &[Option<u32>]) -> Vec<(u32, Part)> {
        let mut all = Vec::new();
        for (pointer, value) in self.stores.get(&id).into_iter().flatten() {
            all.extend(rest_of(part, &self.part_pointed_at(*pointer)).map(|it| (*value, it)));
        }
        let Some(made) = self.made.get(&id) else { return all };
        let literal = || made.part.iter().map(|it| Some(*it)).collect::<Part>();
        let is_in_parts = self.structs.contains_key(&made.ty) || self.arrays.contains_key(&made.ty);
        match (made.opcode, made.of.as_slice()) {
            (OP_ACCESS_CHAIN | OP_IN_BOUNDS_ACCESS_CHAIN, [base]) => {
                let indices = self.chains.get(&id).into_iter().flatten();
                let within = indices.map(|it| self.constants.get(it).copied());
                all.push((*base, within.chain(part.iter().copied()).collect()));
            }
            (OP_COMPOSITE_EXTRACT, [from]) => {
                all.push((*from, literal().into_iter().chain(part.iter().copied()).collect()));
            }
            (OP_COMPOSITE_INSERT, [object, composite]) => {
                all.extend(rest_of(part, &literal()).map(|it| (*object, it)));
                all.push((*composite, part.to_vec()));
            }
            (OP_COMPOSITE_CONSTRUCT, of) if is_in_parts => match part {
                [Some(first), rest @ ..] => {
                    all.extend(of.get(*first as usize).map(|it| (*it, rest.to_vec())));
                }
                [None, rest @ ..] => all.extend(of.iter().map(|it| (*it, rest.to_vec()))),
                [] => all.extend(of.iter().map(|it| (*it, Part::new()))),
            },
            (OP_LOAD | OP_SELECT | OP_PHI | OP_FUNCTION_CALL, of) => {
                all.extend(of.iter().map(|it| (*it, part.to_vec())));
            }
            (_, of) => all.extend(of.iter().map(|it| (*it, Part::new()))),
        }
        all
    }

    /// The part of its variable that a pointer points at.
    fn part_pointed_at(&self, pointer: u32) -> Part {
        let mut part = Part::new();
        let mut at = pointer;
        while let Some(chain) = self.chains.get(&at)
            && let Some([base, ..]) = self.made.get(&at).map(|it| it.of.as_slice())
        {
            part.splice(0..0, chain.iter().map(|it| self.constants.get(it).copied()));
            at = *base;
        }
        part
    }

    /// The matrices among these values that vectors are multiplied by, and nothing else is done with.
    fn factors(&self, seen: &BTreeSet<u32>) -> BTreeMap<Place, bool> {
        let made = || seen.iter().filter_map(|id| Some((*id, self.made.get(id)?)));
        let loads = made().filter(|(_, it)| it.opcode == OP_LOAD);
        let mut factors = BTreeMap::new();
        let mut others = BTreeSet::new();
        for (load, of) in loads {
            let Some(place) = of.of.first().and_then(|it| self.place(*it)) else { continue };
            for (_, user) in made().filter(|(_, it)| it.of.contains(&load)) {
                let is_behind = match (user.opcode, user.of.as_slice()) {
                    // glslang writes HLSL's matrices as their transposes.
                    (OP_MATRIX_TIMES_VECTOR, [matrix, vector])
                        if *matrix == load && *vector != load =>
                    {
                        false
                    }
                    (OP_VECTOR_TIMES_MATRIX, [vector, matrix])
                        if *matrix == load && *vector != load =>
                    {
                        true
                    }
                    _ => {
                        others.insert(place);
                        continue;
                    }
                };
                if factors.insert(place, is_behind).is_some_and(|it| it != is_behind) {
                    others.insert(place);
                }
            }
        }
        factors.retain(|place, _| !others.contains(place));
        factors
    }
}

/// What of a value that is stored at `stored` belongs to `wanted`; none where they are apart.
fn rest_of(wanted: &[Option<u32>], stored: &[Option<u32>]) -> Option<Part> {
    let is_same = |(a, b): (&Option<u32>, &Option<u32>)| a.is_none() || b.is_none() || a == b;
    wanted
        .iter()
        .zip(stored)
        .all(is_same)
        .then(|| wanted.get(stored.len()..).unwrap_or_default().to_vec())
}
