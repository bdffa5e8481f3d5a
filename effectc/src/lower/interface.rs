//! How the stages of an effect meet: one location for each semantic, and what each entry point reads and writes there.
//!
//! Direct3D joins stages by the name of the semantic, Vulkan joins them by location. So each semantic gets one location
//! for the whole effect, whatever the order in which a structure declares it. Between two stages that some pass puts
//! together a variable has one type: the widest that any of them declares. What a stage reads and the one before does
//! not write is written as 0 there.

mod location;

use crate::hash::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

use self::location::{Shapes, assign};
use crate::ast::ScalarKind;
use crate::check::{Checked, Entry};
use crate::effect::{PassShader, Stage, Technique};
use crate::lower::rewrite::{Rewrite, Rewrites};
use crate::lower::semantic::{SemanticKey, Side, SystemValue};
use crate::lower::signature::{Input, Output, Signature};

/// The registers that one stage can hand to the next: 32 of four numbers, and those for the whole patch.
pub(super) const MAX_REGISTERS: usize = 128;

/// The kind of number that a location holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Float,
    Int,
    Uint,
}

impl Number {
    /// What holds a kind of number between stages.
    pub(super) fn of(kind: ScalarKind) -> Self {
        match kind {
            ScalarKind::Int | ScalarKind::Min16Int | ScalarKind::Min12Int => Self::Int,
            ScalarKind::Uint | ScalarKind::Min16Uint | ScalarKind::Bool => Self::Uint,
            ScalarKind::Half
            | ScalarKind::Float
            | ScalarKind::Double
            | ScalarKind::Min16Float
            | ScalarKind::Min10Float
            | ScalarKind::String => Self::Float,
        }
    }

    pub(super) fn scalar(self) -> ScalarKind {
        match self {
            Self::Float => ScalarKind::Float,
            Self::Int => ScalarKind::Int,
            Self::Uint => ScalarKind::Uint,
        }
    }
}

/// Which outputs of a stage a variable stands among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Group {
    /// Those of each vertex, control point or pixel.
    Vertex,
    /// Those of a patch.
    Patch,
    /// Those of a stream that is not drawn.
    Stream(u32),
}

/// What joins a variable of one stage to that of another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LinkKey {
    pub(super) group: Group,
    pub(super) semantic: SemanticKey,
    /// Floating-point numbers and whole ones never meet.
    pub(super) is_float: bool,
}

/// A variable between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Varying {
    pub(super) location: u32,
    pub(super) number: Number,
    pub(super) components: u8,
}

/// What one entry point reads and writes at locations.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    pub(super) inputs: BTreeMap<LinkKey, Varying>,
    pub(super) outputs: BTreeMap<LinkKey, Varying>,
    /// Outputs that it declares itself.
    declared: HashSet<LinkKey>,
    facts: Facts,
}

/// What the passes say of an entry point.
#[derive(Clone, Debug, Default)]
struct Facts {
    stage: Stage,
    is_legacy: bool,
    reads_old_names: bool,
    /// Whether some pass draws what it gives: no stage but a pixel shader comes after it.
    is_last: bool,
    /// Whether it writes `SV_Position`.
    has_position: bool,
    /// Direct3D 9's names of system values that the stage before a pixel shader writes as variables of its own.
    plain: HashSet<SemanticKey>,
    /// The stream that is drawn.
    drawn_stream: u32,
}

impl Facts {
    /// The system value that an input is. Direct3D 9's names are system values too, as they are in fxc with `/Gec`.
    fn input_value(&self, input: &Input<'_>, key: &SemanticKey) -> Option<SystemValue> {
        let value = input.system_value(self.stage, key);
        let is_old =
            self.stage == Stage::Pixel && self.reads_old_names && !self.plain.contains(key);
        value.or_else(|| old_pixel_input(key).filter(|_| is_old))
    }

    /// The system value that an output is.
    fn output_value(&self, side: Side, key: &SemanticKey) -> Option<SystemValue> {
        if side == Side::Output && self.reads_old_names {
            match (self.stage, key.name.as_str()) {
                (Stage::Pixel, "COLOR") => return Some(SystemValue::Target(key.index)),
                (Stage::Pixel, "DEPTH") if key.index == 0 => return Some(SystemValue::Depth),
                (Stage::Vertex, "PSIZE") if self.is_legacy && key.index == 0 => {
                    return Some(SystemValue::PointSize);
                }
                (Stage::Vertex | Stage::Domain | Stage::Geometry, "POSITION")
                    if key.index == 0 && self.is_last && !self.has_position =>
                {
                    return Some(SystemValue::Position);
                }
                _ => {}
            }
        }
        let value = SystemValue::named(key).filter(|it| it.is_at(self.stage, side))?;
        // Before other stages, what the rasterizer takes is a variable as any other.
        let goes_to_raster = matches!(self.stage, Stage::Vertex | Stage::Domain | Stage::Geometry);
        (!goes_to_raster || self.is_last).then_some(value)
    }

    fn group(&self, side: Side, stream: u32) -> Group {
        match side {
            Side::PatchInput | Side::PatchOutput => Group::Patch,
            Side::Output if stream != self.drawn_stream => Group::Stream(stream),
            Side::Input | Side::Output => Group::Vertex,
        }
    }
}

impl Links {
    /// The system value that a register of an input is.
    pub(super) fn input_value(&self, input: &Input<'_>, key: &SemanticKey) -> Option<SystemValue> {
        self.facts.input_value(input, key)
    }

    /// The system value that a register of an output is.
    pub(super) fn output_value(&self, side: Side, key: &SemanticKey) -> Option<SystemValue> {
        self.facts.output_value(side, key)
    }

    /// The key of a register.
    pub(super) fn key(
        &self,
        side: Side,
        stream: u32,
        semantic: SemanticKey,
        kind: ScalarKind,
    ) -> LinkKey {
        let is_float = Number::of(kind) == Number::Float;
        LinkKey { group: self.facts.group(side, stream), semantic, is_float }
    }

    /// The group of a stream.
    pub(super) fn group(&self, side: Side, stream: u32) -> Group {
        self.facts.group(side, stream)
    }

    /// The stream of a geometry shader that is drawn.
    pub(super) fn drawn_stream(&self) -> u32 {
        self.facts.drawn_stream
    }

    /// Whether what it gives is drawn.
    pub(super) fn is_last(&self) -> bool {
        self.facts.is_last
    }
}

/// Inputs of pixel shaders that Direct3D 9 has other names for.
fn old_pixel_input(key: &SemanticKey) -> Option<SystemValue> {
    match (key.name.as_str(), key.index) {
        ("POSITION" | "VPOS", 0) => Some(SystemValue::Position),
        ("VFACE", 0) => Some(SystemValue::IsFrontFace),
        _ => None,
    }
}

/// One location for each semantic of the whole effect.
#[derive(Debug, Default)]
pub(super) struct Locations {
    /// One for each entry point of the effect.
    links: Vec<Links>,
}

impl Locations {
    /// Numbers the semantics between stages of all entry points, which have these interfaces, in order of first
    /// appearance. Vertex inputs are not among them; they are numbered for each vertex shader alone.
    pub(super) fn new(
        checked: &Checked<'_>,
        all: &[Vec<Signature<'_>>],
        rewrites: &Rewrites,
    ) -> Self {
        let pairs = pairs(checked);
        let uses = Uses::new(checked, &pairs);
        let mut meetings: Vec<Meeting> = checked
            .entries
            .iter()
            .zip(all)
            .enumerate()
            .map(|(index, (entry, signatures))| {
                let facts = facts(all, &uses, index, entry, rewrites);
                Meeting::new(facts, entry, signatures)
            })
            .collect();
        for &(before, after) in &pairs {
            let read: Vec<_> = meetings[after].inputs.clone().into_iter().collect();
            for (key, shape) in read {
                let writer = &mut meetings[before];
                let is_missing = !writer.outputs.contains_key(&key);
                if is_missing
                    && (writer.hidden.contains(&key) || rewrites.has(Rewrite::MissingOutputs))
                {
                    let shape = writer.shapes.get(&key).copied().unwrap_or(shape);
                    writer.outputs.insert(key, shape);
                }
            }
        }
        let by_key = assign(&meetings);
        let shapes = Shapes::new(&meetings, &pairs, rewrites);
        let links = (0..)
            .zip(meetings)
            .map(|(index, meeting)| {
                let place = |(key, own): (LinkKey, Shape), is_output: bool| {
                    let shape = shapes.of(index, is_output, &key).unwrap_or(own);
                    let location = by_key.get(&key).copied().unwrap_or(0);
                    let Shape { number, components } = shape;
                    (key, Varying { location, number, components })
                };
                Links {
                    inputs: meeting.inputs.into_iter().map(|it| place(it, false)).collect(),
                    outputs: meeting.outputs.into_iter().map(|it| place(it, true)).collect(),
                    declared: meeting.shapes.into_keys().collect(),
                    facts: meeting.facts,
                }
            })
            .collect();
        Self { links }
    }

    /// What the entry point with a number reads and writes.
    pub(super) fn links(&self, index: usize) -> Option<&Links> {
        self.links.get(index)
    }
}

impl Links {
    /// The location of the output that has a semantic with this name and number, in a stream of a geometry shader, 0 for
    /// others.
    pub(super) fn of_output(&self, (name, index): (&str, u32), stream: u32) -> Option<u32> {
        let group = self.facts.group(Side::Output, stream);
        let semantic = SemanticKey { name: name.to_ascii_uppercase(), index };
        // Of two kinds of number the one that it declares; the other one is there for the next stage.
        let mut keys =
            [true, false].map(|is_float| LinkKey { group, semantic: semantic.clone(), is_float });
        keys.sort_by_key(|it| !self.declared.contains(it));
        keys.iter().find_map(|it| self.outputs.get(it)).map(|it| it.location)
    }
}

/// Whether an entry point has more inputs or outputs than stages can hand on.
pub(super) fn is_too_long(signatures: &[Signature<'_>]) -> bool {
    signatures.iter().any(|it| {
        let inputs: usize = it.inputs().map(|it| it.leaf.registers().count()).sum();
        let outputs: usize = it.outputs().map(|it| it.leaf.registers().count()).sum();
        inputs > MAX_REGISTERS || outputs > MAX_REGISTERS
    })
}

/// Number and components of a variable.
#[derive(Clone, Copy, Debug)]
struct Shape {
    number: Number,
    components: u8,
}

/// What one entry point reads and writes, as it says it.
#[derive(Debug)]
struct Meeting {
    facts: Facts,
    inputs: BTreeMap<LinkKey, Shape>,
    outputs: BTreeMap<LinkKey, Shape>,
    /// Outputs that are system values, which are variables too where the next stage reads them as such.
    hidden: BTreeSet<LinkKey>,
    shapes: HashMap<LinkKey, Shape>,
    /// The order in which it declares them.
    order: Vec<LinkKey>,
}

impl Meeting {
    fn new(facts: Facts, entry: &Entry<'_>, signatures: &[Signature<'_>]) -> Self {
        let mut meeting = Self {
            facts,
            inputs: BTreeMap::new(),
            outputs: BTreeMap::new(),
            hidden: BTreeSet::new(),
            shapes: HashMap::default(),
            order: Vec::new(),
        };
        for signature in signatures {
            for input in signature.inputs() {
                meeting.input(entry.stage, &input);
            }
            for output in signature.outputs() {
                meeting.output(&output);
            }
        }
        meeting.stream_out(entry);
        meeting
    }

    fn key(&self, side: Side, stream: u32, semantic: SemanticKey, kind: ScalarKind) -> LinkKey {
        let is_float = Number::of(kind) == Number::Float;
        LinkKey { group: self.facts.group(side, stream), semantic, is_float }
    }

    fn input(&mut self, stage: Stage, input: &Input<'_>) {
        if matches!(stage, Stage::Vertex | Stage::Compute) {
            return;
        }
        for (semantic, components) in input.leaf.registers() {
            if self.facts.input_value(input, &semantic).is_some() {
                continue;
            }
            let key = self.key(input.side, self.facts.drawn_stream, semantic, input.leaf.kind);
            let shape = Shape { number: Number::of(input.leaf.kind), components };
            self.order.push(key.clone());
            let known = self.inputs.entry(key).or_insert(shape);
            *known = wider(*known, shape);
        }
    }

    fn output(&mut self, output: &Output<'_>) {
        if self.facts.stage == Stage::Pixel {
            return;
        }
        for (semantic, components) in output.leaf.registers() {
            let is_system = self.facts.output_value(output.side, &semantic).is_some();
            let is_for_raster = SystemValue::named(&semantic).is_some();
            let key = self.key(output.side, output.stream, semantic, output.leaf.kind);
            let shape = Shape { number: Number::of(output.leaf.kind), components };
            self.shapes.insert(key.clone(), shape);
            match is_system || is_for_raster {
                true => {
                    self.hidden.insert(key);
                }
                false => {
                    self.order.push(key.clone());
                    self.outputs.insert(key, shape);
                }
            }
        }
    }

    /// What stream output names is a variable, also where it is the position.
    fn stream_out(&mut self, entry: &Entry<'_>) {
        let elements = entry.stream_output.iter().flat_map(|it| &it.elements);
        for element in elements {
            let Some(name) = &element.semantic else { continue };
            let semantic =
                SemanticKey { name: name.to_ascii_uppercase(), index: element.semantic_index };
            if self.facts.output_value(Side::Output, &semantic).is_some() && semantic.is_system() {
                continue;
            }
            for is_float in [true, false] {
                let group = self.facts.group(Side::Output, element.stream);
                let key = LinkKey { group, semantic: semantic.clone(), is_float };
                if let Some(shape) = self.shapes.get(&key).filter(|_| self.hidden.contains(&key)) {
                    self.outputs.insert(key, *shape);
                }
            }
        }
    }
}

fn wider(a: Shape, b: Shape) -> Shape {
    let number = if a.number == b.number { a.number } else { Number::Uint };
    Shape { number, components: a.components.max(b.components) }
}

/// A stage that a pass draws with.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) stage: Stage,
    /// The entry points that it may have.
    pub(super) entries: Vec<usize>,
    /// Whether the choice may fall on NULL, so that the stages around it meet.
    may_be_absent: bool,
}

/// The stages that a pass draws with, in order.
#[derive(Debug)]
pub(super) struct Chain(pub(super) Vec<Link>);

impl Chain {
    /// The stages that may come right before pixel shaders.
    pub(super) fn last(&self) -> impl Iterator<Item = &Link> {
        let before_pixels = self.0.iter().rev().filter(|it| it.stage != Stage::Pixel);
        up_to_present(before_pixels)
    }
}

/// Stages up to the first that is always there.
fn up_to_present<'l>(links: impl Iterator<Item = &'l Link>) -> impl Iterator<Item = &'l Link> {
    let mut is_over = false;
    links.take_while(move |it| {
        let goes_on = !is_over;
        is_over |= !it.may_be_absent;
        goes_on
    })
}

/// The stages that each pass of the effect draws with.
pub(super) fn chains(checked: &Checked<'_>) -> Vec<Chain> {
    let of_pass = |shaders: [PassShader; 6]| {
        let mut links = Vec::new();
        for (stage, shader) in Stage::ALL.into_iter().zip(shaders) {
            let has_stage =
                |it: &usize| checked.entries.get(*it).is_some_and(|it| it.stage == stage);
            let mut entries = shader.candidates(&checked.selections);
            entries.retain(has_stage);
            if stage != Stage::Compute && !entries.is_empty() {
                let may_be_absent = shader.may_be_null(&checked.selections);
                links.push(Link { stage, entries, may_be_absent });
            }
        }
        Chain(links)
    };
    checked.techniques.iter().flat_map(Technique::drawn_shaders).map(of_pass).collect()
}

/// Entry points of which some pass has one right after the other.
pub(super) fn pairs(checked: &Checked<'_>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut seen = HashSet::default();
    for Chain(links) in chains(checked) {
        for (place, before) in (1..).zip(&links) {
            for after in up_to_present(links.iter().skip(place)) {
                for &writer in &before.entries {
                    for &reader in &after.entries {
                        if seen.insert((writer, reader)) {
                            pairs.push((writer, reader));
                        }
                    }
                }
            }
        }
    }
    pairs
}

/// What all passes say of each entry point.
#[derive(Debug)]
struct Uses {
    /// Entry points that some pass has right before each.
    before: Vec<Vec<usize>>,
    is_used: Vec<bool>,
    is_last: Vec<bool>,
}

impl Uses {
    fn new(checked: &Checked<'_>, pairs: &[(usize, usize)]) -> Self {
        let count = checked.entries.len();
        let mut uses = Self {
            before: vec![Vec::new(); count],
            is_used: vec![false; count],
            is_last: vec![false; count],
        };
        for (before, after) in pairs {
            uses.before[*after].push(*before);
        }
        for chain in chains(checked) {
            for entry in chain.0.iter().flat_map(|it| &it.entries) {
                uses.is_used[*entry] = true;
            }
            for entry in chain.last().flat_map(|it| &it.entries) {
                uses.is_last[*entry] = true;
            }
        }
        uses
    }
}

fn facts(
    all: &[Vec<Signature<'_>>],
    uses: &Uses,
    index: usize,
    entry: &Entry<'_>,
    rewrites: &Rewrites,
) -> Facts {
    let writes = |entry: usize, semantic: &SemanticKey| {
        let signatures = all.get(entry).map_or(&[][..], Vec::as_slice);
        signatures.iter().flat_map(Signature::outputs).any(|it| it.leaf.key == *semantic)
    };
    let position = SemanticKey::new("SV_Position");
    let mut plain = HashSet::default();
    for before in &uses.before[index] {
        for name in ["POSITION", "VPOS", "VFACE"] {
            let key = SemanticKey::new(name);
            if writes(*before, &key) && (name != "POSITION" || writes(*before, &position)) {
                plain.insert(key);
            }
        }
    }
    Facts {
        stage: entry.stage,
        is_legacy: entry.is_legacy(),
        reads_old_names: rewrites.has(Rewrite::LegacySemantics),
        is_last: uses.is_last[index] || !uses.is_used[index],
        has_position: writes(index, &position),
        plain,
        drawn_stream: entry.stream_output.as_ref().and_then(|it| it.rasterized_stream).unwrap_or(0),
    }
}
