//! Whether the stages of each pass fit together by their semantics, as Direct3D checks when it draws.

use std::collections::HashSet;

use crate::ast::{ScalarKind, TypeKind};
use crate::check::nearest::nearest;
use crate::check::symbols::Symbols;
use crate::check::{Checked, Entry};
use crate::diagnostic::Diagnostic;
use crate::effect::{Pass, Stage};
use crate::lower::interface::{Slot, location_count, slots, varying};
use crate::lower::semantic::SemanticKey;
use crate::source::Span;

/// What a pixel shader may write.
const PIXEL_OUTPUTS: [&str; 6] = [
    "SV_TARGET",
    "SV_DEPTH",
    "SV_DEPTHGREATEREQUAL",
    "SV_DEPTHLESSEQUAL",
    "SV_COVERAGE",
    "SV_STENCILREF",
];

/// The system values of Direct3D 11.
const SYSTEM_VALUES: [&str; 25] = [
    "SV_ClipDistance",
    "SV_Coverage",
    "SV_CullDistance",
    "SV_Depth",
    "SV_DepthGreaterEqual",
    "SV_DepthLessEqual",
    "SV_DispatchThreadID",
    "SV_DomainLocation",
    "SV_GSInstanceID",
    "SV_GroupID",
    "SV_GroupIndex",
    "SV_GroupThreadID",
    "SV_InsideTessFactor",
    "SV_InstanceID",
    "SV_IsFrontFace",
    "SV_OutputControlPointID",
    "SV_Position",
    "SV_PrimitiveID",
    "SV_RenderTargetArrayIndex",
    "SV_SampleIndex",
    "SV_StencilRef",
    "SV_Target",
    "SV_TessFactor",
    "SV_VertexID",
    "SV_ViewportArrayIndex",
];

/// Checks the interfaces of all entry points, and those between the stages of each pass.
#[must_use]
pub fn linkage(checked: &Checked<'_>) -> Vec<Diagnostic> {
    let mut linkage = Linkage { checked, diagnostics: Vec::new() };
    checked.entries.iter().for_each(|it| linkage.entry(it));
    checked.techniques.iter().flat_map(|it| &it.passes).for_each(|it| linkage.pass(it));
    // Passes share entry points, and these share structs.
    let mut seen = HashSet::new();
    linkage.diagnostics.retain(|it| seen.insert((it.span, it.message.clone())));
    linkage.diagnostics
}

struct Linkage<'l, 'a> {
    checked: &'l Checked<'a>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Linkage<'_, 'a> {
    /// The interface of an entry point; faults of its own are reported with the locations.
    fn slots(&self, entry: &Entry<'a>) -> Vec<(SemanticKey, Slot<'a>)> {
        let slots = slots(&self.checked.symbols, entry).unwrap_or_default();
        let key = |it: &Slot<'_>| Some(SemanticKey::new(&it.variable.semantic.as_ref()?.name.name));
        slots.into_iter().filter_map(|it| Some((key(&it)?, it))).collect()
    }

    fn entry(&mut self, entry: &Entry<'a>) {
        if let Some((key, span)) = returned(entry) {
            self.system_value(entry, &key, false, span);
            match entry.stage {
                Stage::Pixel => self.pixel_output(&key, span),
                // That of old profiles is found with the passes.
                _ if key.is_system() || key.name == "POSITION" => {}
                _ => {
                    let message = format!(
                        "not yet supported: `{}` returns {}{}, which has no place among what goes between stages",
                        entry.function.name.name, key.name, key.index
                    );
                    let help = "return a structure, or use an `out` parameter";
                    self.diagnostics.push(Diagnostic::error(span, message).with_help(help));
                }
            }
        }
        let mut taken = HashSet::new();
        for (key, slot) in self.slots(entry) {
            let name = &entry.function.name.name;
            let count = location_count(&self.checked.symbols, slot.variable).unwrap_or(1);
            let is_new = (0..count).all(|row| {
                let key = SemanticKey { index: key.index + row, ..key.clone() };
                taken.insert((slot.is_input, key))
            });
            let SemanticKey { name: semantic, index } = &key;
            if !is_new {
                let (kind, form) =
                    if slot.is_input { ("input", "reads") } else { ("output", "writes") };
                let message = format!("`{name}` {form} {semantic}{index} twice");
                let help = format!("give each {kind} a semantic of its own");
                self.diagnostics
                    .push(Diagnostic::error(slot.variable.span, message).with_help(help));
            }
            self.system_value(entry, &key, slot.is_input, slot.semantic_span());
            if entry.stage != Stage::Pixel {
                continue;
            }
            if !slot.is_input {
                self.pixel_output(&key, slot.semantic_span());
            }
            if slot.is_input && is_old(entry) && matches!(semantic.as_str(), "VPOS" | "VFACE") {
                let message = format!("not yet supported: {semantic} of {}", entry.profile);
                let help = "write `SV_Position` or `SV_IsFrontFace`, and compile for `ps_5_0`";
                let span = slot.semantic_span();
                self.diagnostics.push(Diagnostic::error(span, message).with_help(help));
            }
        }
    }

    /// Refuses system values that there are not, which the HLSL compiler takes for semantics of the user's, and those
    /// that the stage cannot read.
    fn system_value(&mut self, entry: &Entry<'a>, key: &SemanticKey, is_input: bool, span: Span) {
        let name = &key.name;
        let is_pixel_output = entry.stage == Stage::Pixel && !is_input;
        if !key.is_system() || is_pixel_output {
            return;
        }
        let is = |it: &&str| it.eq_ignore_ascii_case(name);
        if !SYSTEM_VALUES.iter().any(is) {
            let message = format!("there is no system value {name}");
            let diagnostic = Diagnostic::error(span, message);
            self.diagnostics.push(match nearest(name, SYSTEM_VALUES) {
                Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
                None => diagnostic,
            });
        } else if entry.stage == Stage::Vertex
            && is_input
            && !["SV_VertexID", "SV_InstanceID"].iter().any(is)
        {
            let message = format!("a vertex shader cannot read {name}");
            let help = "a vertex input is named by a semantic without `SV_`, as `POSITION`";
            self.diagnostics.push(Diagnostic::error(span, message).with_help(help));
        }
    }

    fn pixel_output(&mut self, key: &SemanticKey, span: Span) {
        let SemanticKey { name, index } = key;
        if PIXEL_OUTPUTS.contains(&name.as_str()) {
            return;
        }
        let message = format!("a pixel shader cannot write {name}{index}");
        let expected = match name.as_str() {
            "COLOR" => format!("SV_Target{index}"),
            "DEPTH" => "SV_Depth".to_owned(),
            _ => "SV_Target".to_owned(),
        };
        let help = format!("write `{expected}`");
        self.diagnostics.push(Diagnostic::error(span, message).with_help(help));
    }

    fn pass(&mut self, pass: &Pass) {
        let mut before: Option<&Entry<'a>> = None;
        let mut before_raster: Option<&Entry<'a>> = None;
        for stage in Stage::ALL {
            let Some(entry) = pass.shader_index(stage).and_then(|it| self.checked.entries.get(it))
            else {
                continue;
            };
            // What a domain shader reads may come from the patch constant function, which is no entry point.
            if let Some(before) = before.filter(|_| stage != Stage::Domain) {
                self.pair(before, entry);
            }
            before = Some(entry);
            if !matches!(stage, Stage::Pixel | Stage::Compute) {
                before_raster = Some(entry);
            }
        }
        let has_pixels = pass.shader_index(Stage::Pixel).is_some();
        if let Some(entry) = before_raster.filter(|it| has_pixels || is_old(it)) {
            self.position(entry);
        }
    }

    /// The older profiles, and all with `/Gec`, take POSITION for `SV_Position`; the HLSL compiler does not.
    fn position(&mut self, entry: &Entry<'a>) {
        let outputs = self.slots(entry).into_iter().filter(|(_, it)| !it.is_input);
        let outputs = outputs.map(|(key, it)| (key, it.semantic_span())).chain(returned(entry));
        let outputs: Vec<(SemanticKey, Span)> = outputs.collect();
        let written =
            |name: &str| outputs.iter().find(|(key, _)| key.name == name && key.index == 0);
        if written("SV_POSITION").is_some() {
            return;
        }
        let name = &entry.function.name.name;
        let message = format!("`{name}` writes no SV_Position");
        self.diagnostics.push(match written("POSITION") {
            Some((_, span)) => Diagnostic::error(*span, message).with_help("write `SV_Position`"),
            None => Diagnostic::warning(entry.function.name.span, message)
                .with_note(format!("in {}", entry.first_use)),
        });
    }

    /// Compares what a stage writes with what the next one reads.
    fn pair(&mut self, before: &Entry<'a>, entry: &Entry<'a>) {
        let all_written = self.slots(before);
        for (_, slot) in self.slots(entry) {
            let Some(key) = varying(entry.stage, &slot).filter(|_| slot.is_input) else { continue };
            let (reader, writer) = (&entry.function.name.name, &before.function.name.name);
            let written = all_written.iter().find(|(it, slot)| !slot.is_input && *it == key);
            let SemanticKey { name, index } = &key;
            let message = match written {
                None => format!("`{reader}` reads {name}{index}, which `{writer}` does not write"),
                Some((_, other)) => {
                    let symbols = &self.checked.symbols;
                    let (Some(read), Some(written)) =
                        (shape(symbols, &slot), shape(symbols, other))
                    else {
                        continue;
                    };
                    if read.fits(written) {
                        continue;
                    }
                    format!(
                        "`{reader}` reads {name}{index} as {read}, but `{writer}` writes {written}"
                    )
                }
            };
            let note = format!("in a pass first seen in {}", entry.first_use);
            self.diagnostics.push(Diagnostic::warning(slot.variable.span, message).with_note(note));
        }
    }
}

/// The semantic of a number or vector that the function returns.
fn returned(entry: &Entry<'_>) -> Option<(SemanticKey, Span)> {
    let semantic = &entry.function.semantic.as_ref()?.name;
    let is_number = !matches!(entry.function.return_type.kind, TypeKind::Void | TypeKind::Named(_));
    is_number.then(|| (SemanticKey::new(&semantic.name), semantic.span))
}

fn is_old(entry: &Entry<'_>) -> bool {
    let version = entry.profile.split('_').nth(1).and_then(|it| it.parse::<u32>().ok());
    version.is_some_and(|it| it < 4) || entry.profile.contains("_level_9_")
}

/// What travels in one register: a kind of number, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    kind: &'static str,
    count: u8,
}

impl Shape {
    /// Whether a stage may read this where `written` was written: fewer components, not more.
    fn fits(self, written: Self) -> bool {
        self.kind == written.kind && self.count <= written.count
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.kind),
            count => write!(f, "{}{count}", self.kind),
        }
    }
}

fn shape(symbols: &Symbols<'_>, slot: &Slot<'_>) -> Option<Shape> {
    let (kind, count) = match symbols.resolve(&slot.variable.ty, &mut Vec::new()).kind {
        TypeKind::Scalar(kind) => (kind, 1),
        TypeKind::Vector(kind, count) | TypeKind::Matrix(kind, _, count) => (kind, count),
        _ => return None,
    };
    let kind = match kind {
        ScalarKind::Int | ScalarKind::Min16Int | ScalarKind::Min12Int => "int",
        ScalarKind::Uint | ScalarKind::Min16Uint | ScalarKind::Bool => "uint",
        ScalarKind::Double | ScalarKind::String => return None,
        ScalarKind::Half | ScalarKind::Float | ScalarKind::Min16Float | ScalarKind::Min10Float => {
            "float"
        }
    };
    Some(Shape { kind, count })
}
