//! [`Widgets`]: what a user can set of an effect, made from its reflection and annotations.

use effectc::effect::{Annotation, AnnotationValue, Effect, Member, MemberType, ScalarKind};

use super::value::{Value, kind_of};
use crate::render::{Chooser, EffectPlan};

/// Most elements of an array that are shown.
const MAX_ELEMENTS: u32 = 16;
/// Most widgets of an effect.
const MAX_WIDGETS: usize = 1000;

/// What kind of widget shows a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WidgetKind {
    /// `bool`, alone or several.
    Switch,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Numbers between two ends.
    Slider {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// Red, green, blue; and alpha of four.
    Color,
    /// A way, drawn as it is typed.
    Direction,
    /// So many rows of numbers.
    Matrix {
        /// Numbers a row.
        columns: usize,
    },
}

/// A variable that the user sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// What stands beside it.
    pub label: String,
    /// What the effect says about it.
    pub help: Option<String>,
    /// Its name with that of the buffer and the structs that it is in: the same after a reload.
    pub path: String,
    /// How it is shown.
    pub kind: WidgetKind,
    /// What a drag of a pixel adds.
    pub step: f64,
    /// What the effect sets by itself.
    pub default: Value,
    /// Index of the constant buffer.
    pub buffer: usize,
    /// From the start of the buffer.
    pub offset_bytes: u32,
    /// Its type.
    pub ty: MemberType,
}

/// How widgets are arranged.
#[derive(Clone, Debug, PartialEq)]
pub enum WidgetNode {
    /// A widget, by its index.
    Leaf(usize),
    /// Several under a name.
    Group {
        /// The name.
        label: String,
        /// What is in it.
        children: Vec<Self>,
        /// Elements of an array that are not shown.
        left_out: u32,
    },
}

/// All widgets of an effect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Widgets {
    /// The widgets, in order of the file.
    pub all: Vec<Widget>,
    /// Their arrangement.
    pub nodes: Vec<WidgetNode>,
}

impl Widgets {
    /// Makes one for each variable that the program does not set by itself.
    #[must_use]
    pub fn new(effect: &Effect, plan: &EffectPlan) -> Self {
        let mut widgets = Self::default();
        for (buffer, desc) in effect.constant_buffers.iter().enumerate() {
            let chooses = plan.choosers.iter().any(|it| it.buffer == buffer);
            if desc.stages.is_empty() && !chooses {
                // No shader reads it.
                continue;
            }
            let defaults = desc.default_image();
            let mut making = Making {
                all: &mut widgets.all,
                plan,
                buffer,
                name: &desc.name,
                defaults: &defaults,
            };
            let nodes: Vec<_> =
                desc.members.iter().filter_map(|it| making.member(it, 0, "")).collect();
            widgets.nodes.extend(nodes);
        }
        widgets
    }

    /// The values that the effect sets by itself.
    #[must_use]
    pub fn defaults(&self) -> Vec<Value> {
        self.all.iter().map(|it| it.default.clone()).collect()
    }
}

struct Making<'a> {
    all: &'a mut Vec<Widget>,
    plan: &'a EffectPlan,
    buffer: usize,
    name: &'a str,
    defaults: &'a [u8],
}

impl Making<'_> {
    fn member(&mut self, member: &Member, base_bytes: u32, outer: &str) -> Option<WidgetNode> {
        if is_padding(&member.name) || is_hidden(&member.annotations) {
            return None;
        }
        let start = base_bytes.saturating_add(member.offset_bytes);
        let path = if outer.is_empty() {
            format!("{}/{}", self.name, member.name)
        } else {
            format!("{outer}.{}", member.name)
        };
        let label = text(&member.annotations, &["UIName", "SasUiLabel"])
            .unwrap_or_else(|| member.name.clone());
        if member.array_counts.is_empty() {
            return self.element(member, start, &path, label);
        }
        let count = member.element_count();
        let elements = (0..count.min(MAX_ELEMENTS)).filter_map(|index| {
            let offset = start.saturating_add(index.saturating_mul(member.array_stride_bytes));
            self.element(member, offset, &format!("{path}[{index}]"), format!("[{index}]"))
        });
        let children: Vec<_> = elements.collect();
        let left_out = count.saturating_sub(MAX_ELEMENTS);
        let label = format!("{label}[{count}]");
        (!children.is_empty()).then_some(WidgetNode::Group { label, children, left_out })
    }

    fn element(
        &mut self,
        member: &Member,
        offset_bytes: u32,
        path: &str,
        label: String,
    ) -> Option<WidgetNode> {
        if let MemberType::Struct { members, .. } = &member.ty {
            let children: Vec<_> =
                members.iter().filter_map(|it| self.member(it, offset_bytes, path)).collect();
            return (!children.is_empty()).then_some(WidgetNode::Group {
                label,
                children,
                left_out: 0,
            });
        }
        if self.plan.covers(self.buffer, offset_bytes) || self.all.len() >= MAX_WIDGETS {
            return None;
        }
        let kind = self.kind(member, offset_bytes);
        let is_whole = kind == WidgetKind::Whole;
        let usual_step = if is_whole { 0.2 } else { 0.01 };
        self.all.push(Widget {
            label,
            help: text(&member.annotations, &["UIHelp", "SasUiDescription", "UIDescription"]),
            path: path.to_owned(),
            kind,
            step: number(&member.annotations, &["UIStep", "SasUiSteps"]).unwrap_or(usual_step),
            default: Value::read(self.defaults, offset_bytes, &member.ty),
            buffer: self.buffer,
            offset_bytes,
            ty: member.ty.clone(),
        });
        Some(WidgetNode::Leaf(self.all.len() - 1))
    }

    /// What chooses a shader goes over the elements of its array, and no further.
    fn kind(&self, member: &Member, offset_bytes: u32) -> WidgetKind {
        let kind = kind(member);
        let is_it = |it: &&Chooser| it.buffer == self.buffer && it.offset_bytes == offset_bytes;
        match (kind, self.plan.choosers.iter().find(is_it)) {
            (WidgetKind::Whole | WidgetKind::Number, Some(chooser)) => {
                #[expect(clippy::cast_precision_loss, reason = "shaders are few")]
                let max = chooser.count.saturating_sub(1) as f64;
                WidgetKind::Slider { min: 0.0, max }
            }
            _ => kind,
        }
    }
}

/// Names of members that hold nothing.
fn is_padding(name: &str) -> bool {
    let lower = name.to_lowercase();
    let word = lower.trim_matches(|c: char| c == '_' || c.is_ascii_digit());
    ["pad", "padding", "dummy", "unused", "gpad", "reserved"].contains(&word)
}

fn is_hidden(annotations: &[Annotation]) -> bool {
    let widget = text(annotations, &["UIWidget", "SasUiControl", "UIControl", "Widget"]);
    let is_none = widget.is_some_and(|it| it.eq_ignore_ascii_case("none"));
    let visible = annotations.iter().find(|it| it.name.eq_ignore_ascii_case("SasUiVisible"));
    let is_invisible = visible.is_some_and(|it| match &it.value {
        AnnotationValue::Bool(all) => all.first() == Some(&false),
        AnnotationValue::Int(all) => all.first() == Some(&0),
        _ => false,
    });
    is_none || is_invisible
}

fn kind(member: &Member) -> WidgetKind {
    let scalar = kind_of(&member.ty);
    let count = match &member.ty {
        MemberType::Matrix { columns, .. } => {
            return WidgetKind::Matrix { columns: *columns as usize };
        }
        MemberType::Vector { columns, .. } => *columns,
        MemberType::Scalar { .. } | MemberType::Struct { .. } => 1,
    };
    let annotations = &member.annotations;
    let widget = text(annotations, &["UIWidget", "SasUiControl", "UIControl", "Widget"])
        .unwrap_or_default()
        .to_lowercase();
    if scalar == ScalarKind::Bool {
        return WidgetKind::Switch;
    }
    let is_color = widget.contains("color") || (widget.is_empty() && is_color_name(member));
    if is_color && count >= 3 && scalar == ScalarKind::Float {
        return WidgetKind::Color;
    }
    let min = number(annotations, &["UIMin", "SasUiMin"]);
    let max = number(annotations, &["UIMax", "SasUiMax"]);
    if let (Some(min), Some(max)) = (min, max)
        && min < max
        && widget != "spinner"
    {
        return WidgetKind::Slider { min, max };
    }
    if widget == "slider" && scalar == ScalarKind::Float {
        return WidgetKind::Slider { min: min.unwrap_or(0.0), max: max.unwrap_or(1.0) };
    }
    match scalar {
        ScalarKind::Int | ScalarKind::Uint => WidgetKind::Whole,
        _ if widget.starts_with("dir") && count >= 3 => WidgetKind::Direction,
        _ => WidgetKind::Number,
    }
}

/// Whether a vector of three or four numbers is a colour, as far as its name and semantic say.
fn is_color_name(member: &Member) -> bool {
    const WORDS: [&str; 8] =
        ["color", "colour", "diffuse", "ambient", "specular", "emissive", "albedo", "tint"];
    let says = |text: &str| {
        let lower = text.to_lowercase();
        WORDS.iter().any(|it| lower.contains(it))
            && !lower.contains("dir")
            && !lower.contains("pos")
    };
    says(&member.name) || member.semantic.as_deref().is_some_and(says)
}

fn find<'a>(annotations: &'a [Annotation], names: &[&str]) -> Option<&'a AnnotationValue> {
    let named = |name: &&str| annotations.iter().find(|it| it.name.eq_ignore_ascii_case(name));
    names.iter().find_map(named).map(|it| &it.value)
}

fn text(annotations: &[Annotation], names: &[&str]) -> Option<String> {
    match find(annotations, names)? {
        AnnotationValue::String(text) if !text.trim().is_empty() => Some(text.clone()),
        _ => None,
    }
}

fn number(annotations: &[Annotation], names: &[&str]) -> Option<f64> {
    let number = match find(annotations, names)? {
        AnnotationValue::Float(all) => *all.first()?,
        #[expect(clippy::cast_precision_loss, reason = "the end of a slider")]
        AnnotationValue::Int(all) => *all.first()? as f64,
        AnnotationValue::String(text) => text.trim().parse().ok()?,
        AnnotationValue::Bool(_) => return None,
    };
    number.is_finite().then_some(number)
}

#[cfg(all(test, feature = "hot-reload"))]
#[path = "widgets_tests.rs"]
mod tests;
