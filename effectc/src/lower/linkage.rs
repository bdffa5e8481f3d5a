//! Whether entry points have interfaces that fxc takes, and whether the stages of each pass fit together, as Direct3D
//! checks when it draws. What does not fit between stages is defined here (as 0), so that is a warning.

use crate::hash::{HashMap, HashSet};
use std::collections::hash_map::Entry as Slot;

use crate::ast::ScalarKind;
use crate::check::nearest::nearest;
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::Stage;
use crate::lower::interface::{Chain, Number, chains, pairs};
use crate::lower::program::Program;
use crate::lower::second_source;
use crate::lower::semantic::{SYSTEM_VALUES, SemanticKey, Side, SystemValue};
use crate::lower::signature::{Input, Leaf, Output, Signature};

/// Checks the interfaces of all entry points, and those between the stages of each pass.
#[must_use]
pub fn linkage(program: &Program<'_, '_>) -> Vec<Diagnostic> {
    let checked = program.checked;
    let mut linkage = Linkage { checked, program, diagnostics: Vec::new() };
    (0..checked.entries.len()).for_each(|it| linkage.entry(it));
    pairs(checked).into_iter().for_each(|(before, after)| linkage.pair(before, after));
    chains(checked).iter().for_each(|it| linkage.position(it));
    checked.entries.iter().for_each(|it| linkage.second_source(it));
    // Passes share entry points, and these share structs.
    let mut seen = HashSet::default();
    linkage.diagnostics.retain(|it| seen.insert((it.span, it.message.clone())));
    linkage.diagnostics
}

/// Inputs or outputs, of the function or of the patch constant function, and the stream; of inputs, whether those of
/// points: what a patch has may be named as what its points have.
type Place = (bool, u8, u32);

/// What an entry point reads and writes, with the kind of number.
type Taken = HashMap<(Place, SemanticKey), Number>;

struct Linkage<'l, 'a> {
    checked: &'l Checked<'a>,
    program: &'l Program<'l, 'a>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Linkage<'_, 'a> {
    fn entry(&mut self, index: usize) {
        let program = self.program;
        let Some(entry) = self.checked.entries.get(index) else { return };
        let (signatures, links) = (program.signatures(index), program.links(index));
        let mut taken = Taken::default();
        for signature in signatures {
            let name = &signature.function.name.name;
            let part = u8::from(signature.is_patch_constant);
            for input in signature.inputs() {
                let group = u32::from(input.is_of_point);
                self.repeated(&mut taken, (true, part, group), input.leaf, name);
                self.misspelt(input.leaf);
                let is_system = links.input_value(&input, &input.leaf.key).is_some();
                self.homeless_input(entry, &input, is_system);
            }
            for output in signature.outputs() {
                self.repeated(&mut taken, (false, part, output.stream), output.leaf, name);
                self.misspelt(output.leaf);
                let is_system = links.output_value(output.side, &output.leaf.key).is_some();
                self.homeless_output(entry, &output, is_system);
            }
        }
    }

    /// fxc refuses a semantic that a stage writes twice. It lets several parameters read the same input, where
    /// a slip of the pen is likelier.
    fn repeated(&mut self, taken: &mut Taken, place: Place, leaf: &Leaf, name: &str) {
        let number = Number::of(leaf.kind);
        let mut others = Vec::new();
        for (key, _) in leaf.registers() {
            match taken.entry((place, key)) {
                Slot::Occupied(known) => others.push(*known.get()),
                Slot::Vacant(free) => {
                    free.insert(number);
                }
            }
        }
        if others.is_empty() {
            return;
        }
        let (kind, form) = if place.0 { ("input", "reads") } else { ("output", "writes") };
        let message = format!("`{name}` {form} {} twice", leaf.key);
        let diagnostic = match place.0 && others.iter().all(|it| *it == number) {
            true => Diagnostic::warning(leaf.span, message),
            false => Diagnostic::error(leaf.span, message),
        };
        let help = format!("give each {kind} a semantic of its own");
        self.diagnostics.push(diagnostic.with_help(help));
    }

    /// Refuses system values that there are not.
    fn misspelt(&mut self, leaf: &Leaf) {
        let key = &leaf.key;
        if !key.is_system() || SystemValue::named(key).is_some() {
            return;
        }
        let names = SYSTEM_VALUES.map(|(name, _)| name);
        let is_known = names.iter().any(|it| it.eq_ignore_ascii_case(&key.name));
        let message = match is_known {
            true => format!("there is no system value {key}"),
            false => format!("there is no system value {}", key.name),
        };
        let diagnostic = Diagnostic::error(leaf.semantic_span, message);
        self.diagnostics.push(match nearest(&key.name, names) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }

    /// Refuses inputs that a stage cannot get from anywhere.
    fn homeless_input(&mut self, entry: &Entry<'a>, input: &Input<'_>, is_system: bool) {
        let Leaf { key, .. } = input.leaf;
        let takes_variables = match entry.stage {
            Stage::Vertex | Stage::Pixel | Stage::Domain => true,
            Stage::Hull | Stage::Geometry => input.is_of_point,
            Stage::Compute => false,
        };
        if is_system || takes_variables || self.is_misspelt(key) {
            return;
        }
        let message = format!("a {} shader cannot read {key}", entry.stage);
        let help = match entry.stage {
            Stage::Hull => "what the vertex shader writes comes with the control points",
            Stage::Geometry => "what the stage before writes comes with the vertices",
            _ => {
                "it can read `SV_DispatchThreadID`, `SV_GroupID`, `SV_GroupThreadID` and `SV_GroupIndex`"
            }
        };
        self.diagnostics.push(Diagnostic::error(input.leaf.semantic_span, message).with_help(help));
    }

    /// Refuses outputs that a stage cannot give to anything.
    fn homeless_output(&mut self, entry: &Entry<'a>, output: &Output<'_>, is_system: bool) {
        let Leaf { key, semantic_span, .. } = output.leaf;
        if is_system || self.is_misspelt(key) {
            return;
        }
        match entry.stage {
            Stage::Pixel => {
                let message = format!("a pixel shader cannot write {key}");
                self.diagnostics.push(
                    Diagnostic::error(*semantic_span, message)
                        .with_help("it can write `SV_Target0` to `SV_Target7` and `SV_Depth`"),
                );
            }
            Stage::Compute => {
                let message = format!("a compute shader cannot write {key}");
                self.diagnostics.push(
                    Diagnostic::error(*semantic_span, message)
                        .with_help("it writes to buffers and textures"),
                );
            }
            Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry => {}
        }
    }

    fn is_misspelt(&self, key: &SemanticKey) -> bool {
        key.is_system() && SystemValue::named(key).is_none()
    }

    /// Old profiles must write a position; the others draw nothing without one.
    fn position(&mut self, chain: &Chain) {
        let has_pixels = chain.0.iter().any(|it| it.stage == Stage::Pixel);
        for index in chain.last().flat_map(|it| &it.entries) {
            let Some(entry) = self.checked.entries.get(*index) else { continue };
            let (signatures, links) = (self.program.signatures(*index), self.program.links(*index));
            let writes = signatures
                .iter()
                .flat_map(Signature::outputs)
                .any(|it| links.output_value(it.side, &it.leaf.key) == Some(SystemValue::Position));
            if writes || !(has_pixels || entry.is_legacy()) {
                continue;
            }
            let name = &entry.function.name;
            let is_old = entry.is_legacy();
            let wanted = if is_old { "POSITION" } else { "SV_Position" };
            let message = format!("`{}` writes no {wanted}", name.name);
            let diagnostic = match is_old {
                true => Diagnostic::error(name.span, message),
                false => Diagnostic::warning(name.span, message),
            };
            self.diagnostics.push(diagnostic.with_note(format!("in {}", entry.first_use)));
        }
    }

    /// Warns of a second colour that one pass blends with and another would write to a target of its own.
    fn second_source(&mut self, entry: &Entry<'_>) {
        if !second_source::has_second_source(self.checked, entry) {
            return;
        }
        let (signatures, links) = self.program.interface(entry);
        let writes_second = signatures
            .iter()
            .flat_map(Signature::outputs)
            .any(|it| links.output_value(it.side, &it.leaf.key) == Some(SystemValue::Target(1)));
        let passes = self.checked.techniques.iter().flat_map(|it| &it.passes);
        let other = passes
            .filter(|it| !second_source::blends(it))
            .find(|it| second_source::is_pixel_shader(self.checked, entry, it));
        if let Some(other) = other.filter(|_| writes_second) {
            let name = &entry.function.name;
            let message = format!(
                "`{}` writes SV_Target1, which one pass blends with; in pass `{}`, which does not, it goes nowhere",
                name.name, other.name
            );
            let help =
                "give the passes shaders of their own, of the same function with another name";
            self.diagnostics.push(Diagnostic::warning(name.span, message).with_help(help));
        }
    }

    /// Compares what a stage writes with what the next one reads.
    fn pair(&mut self, before: usize, after: usize) {
        let (Some(writer), Some(reader)) =
            (self.checked.entries.get(before), self.checked.entries.get(after))
        else {
            return;
        };
        let links = self.program.links(after);
        let all = |index: usize| self.program.signatures(index).iter();
        let written: Vec<Output<'_>> = all(before).flat_map(Signature::outputs).collect();
        let mut found = Vec::new();
        for input in all(after).flat_map(Signature::inputs) {
            for (key, components) in input.leaf.registers() {
                if links.input_value(&input, &key).is_some() || self.is_misspelt(&key) {
                    continue;
                }
                let read = Shape { number: Number::of(input.leaf.kind), components };
                let wanted_side = match input.side {
                    Side::PatchInput => Side::PatchOutput,
                    _ => Side::Output,
                };
                let names = [writer, reader].map(|it| it.function.name.name.as_str());
                let message = complaint(names, &key, read, wanted_side, &written);
                found.extend(message.map(|it| (input.leaf.span, it)));
            }
        }
        for (span, message) in found {
            let note = format!("in a pass first seen in {}", reader.first_use);
            self.diagnostics.push(Diagnostic::warning(span, message).with_note(note));
        }
    }
}

/// What is wrong with a variable that is read, if anything.
fn complaint(
    [writer, reader]: [&str; 2],
    key: &SemanticKey,
    read: Shape,
    side: Side,
    written: &[Output<'_>],
) -> Option<String> {
    let find = |key: &SemanticKey| {
        written.iter().filter(|it| it.side == side).find_map(|it| {
            let found = it.leaf.registers().find(|(it, _)| it == key)?;
            Some(Shape { number: Number::of(it.leaf.kind), components: found.1 })
        })
    };
    // The position goes by two names.
    let other = match key {
        SemanticKey { name, index: 0 } if name == "POSITION" => {
            find(&SemanticKey::new("SV_POSITION"))
        }
        SemanticKey { name, index: 0 } if name == "SV_POSITION" => {
            find(&SemanticKey::new("POSITION"))
        }
        _ => None,
    };
    match find(key).or(other) {
        None => Some(format!("`{reader}` reads {key}, which `{writer}` does not write")),
        Some(written) if read.fits(written) => None,
        Some(written) => {
            Some(format!("`{reader}` reads {key} as {read}, but `{writer}` writes {written}"))
        }
    }
}

/// What travels in one register: a kind of number, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    number: Number,
    components: u8,
}

impl Shape {
    /// Whether a stage may read this where `written` was written: fewer components, not more.
    fn fits(self, written: Self) -> bool {
        self.number == written.number && self.components <= written.components
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.number.scalar() {
            ScalarKind::Int => "int",
            ScalarKind::Uint => "uint",
            _ => "float",
        };
        match self.components {
            0 | 1 => write!(f, "{kind}"),
            count => write!(f, "{kind}{count}"),
        }
    }
}
