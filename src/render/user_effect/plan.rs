//! [`EffectPlan`]: what the program does for an effect, read from its reflection. No GPU and no model is needed for it.

use effectc::effect::{Annotation, AnnotationValue, ConstantBuffer, Effect, Member, MemberType};

use super::choice::{Chooser, choosers};
use super::fit::{Fit, ModelTraits};
use super::input::{InstanceLayout, Source, VertexLayout};
use super::meaning::{Around, Meaning, Product, around, meaning_of};
use super::pass_plan::{DrawPlan, TechniquePlan, techniques};
use super::target_plan::{TargetPlan, targets};
use super::texture::{TextureRole, TextureSlot, texture_slots};
use super::unset::{Unset, find_unset};
use super::values::{Rate, rate};

/// A variable that the program sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Driven {
    /// Index into the effect's constant buffers.
    pub buffer: usize,
    /// From the start of the buffer.
    pub offset_bytes: u32,
    /// Its type, arrays apart.
    pub ty: MemberType,
    /// Number of elements; 1 for what is no array.
    pub element_count: u32,
    /// Distance of two elements.
    pub stride_bytes: u32,
    /// Where it is once for each instance of a draw: in an array of structs.
    pub instances: Option<Instances>,
    /// Its name, with those of the structs that it is in.
    pub path: String,
    /// What it is for.
    pub meaning: Meaning,
}

/// An array with an element for each instance of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instances {
    /// Number of elements.
    pub count: u32,
    /// Distance of two elements.
    pub stride_bytes: u32,
}

/// What the program does for an effect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectPlan {
    /// The variables that it sets.
    pub driven: Vec<Driven>,
    /// The textures that it binds something to.
    pub textures: Vec<TextureSlot>,
    /// What passes draw to beside the window.
    pub(super) targets: Vec<TargetPlan>,
    /// What of the targets is not as the effect asks.
    pub(super) target_warnings: Vec<String>,
    /// The techniques, in order of the file.
    pub techniques: Vec<TechniquePlan>,
    /// What vertex shaders read per vertex, each once.
    pub(super) layouts: Vec<VertexLayout>,
    /// What vertex shaders read per instance, each once.
    pub(super) instance_layouts: Vec<InstanceLayout>,
    /// The variables that choose shaders.
    pub choosers: Vec<Chooser>,
    /// By selection of the effect: which variable chooses.
    pub(super) chooser_of: Vec<Option<usize>>,
    /// The constant buffers as the effect sets them.
    pub(super) defaults: Vec<Vec<u8>>,
    /// What neither the program nor the effect gives a value.
    pub(super) zeros: Vec<Unset>,
    /// The array of matrices that is taken for the joints although nothing says so.
    pub(super) guessed_joints: Option<String>,
    /// Bytes that are not for the user: buffer, first, end.
    covered: Vec<(usize, u32, u32)>,
}

impl EffectPlan {
    /// Reads the reflection.
    #[must_use]
    pub fn new(effect: &Effect) -> Self {
        let defaults: Vec<_> =
            effect.constant_buffers.iter().map(ConstantBuffer::default_image).collect();
        let (choosers, chooser_of) = choosers(effect);
        let mut plan =
            Self { textures: texture_slots(effect), choosers, chooser_of, ..Self::default() };
        for (buffer, desc) in effect.constant_buffers.iter().enumerate() {
            let mut walk =
                Walk { plan: &mut plan, buffer, defaults: &defaults[buffer], instances: None };
            for member in &desc.members {
                walk.member(member, 0, "", Around::Nothing);
            }
        }
        plan.defaults = defaults;
        let names: Vec<&str> = plan.textures.iter().map(|it| it.name.as_str()).collect();
        (plan.targets, plan.target_warnings) = targets(effect, &names);
        for texture in plan.targets.iter().filter_map(|it| it.texture) {
            plan.textures[texture].role = TextureRole::Target;
        }
        techniques(effect, &mut plan);
        plan.guess_joints();
        find_unset(effect, &mut plan);
        plan
    }

    /// Where shaders read joints and nothing is named after them, the one array of matrices that nobody sets is theirs.
    fn guess_joints(&mut self) {
        let reads_joints = self
            .layouts
            .iter()
            .any(|it| it.elements.iter().any(|it| it.source == Source::BlendIndices));
        let has_joints = self.driven.iter().any(|it| it.meaning == Meaning::BoneMatrices)
            || self.textures.iter().any(|it| it.role == TextureRole::TransformMap);
        if !reads_joints || has_joints {
            return;
        }
        let arrays = self.zeros.iter().enumerate().filter(|(_, it)| it.is_matrix_array());
        if let [(only, _)] = arrays.collect::<Vec<_>>()[..] {
            self.guessed_joints = Some(self.zeros[only].path.clone());
            self.drive(only, Meaning::BoneMatrices);
        }
    }

    /// Sets a variable after all that nobody sets.
    pub(super) fn drive(&mut self, zero: usize, meaning: Meaning) {
        let it = self.zeros.remove(zero);
        self.covered.push((it.buffer, it.offset_bytes, it.end_bytes()));
        self.driven.push(Driven {
            buffer: it.buffer,
            offset_bytes: it.offset_bytes,
            ty: it.ty,
            element_count: it.element_count,
            stride_bytes: it.stride_bytes,
            instances: None,
            path: it.path,
            meaning,
        });
    }

    /// Whether the program sets what is at a place of a constant buffer.
    #[must_use]
    pub fn covers(&self, buffer: usize, offset_bytes: u32) -> bool {
        let is_in = |(of, first, end): &(usize, u32, u32)| {
            *of == buffer && (*first..*end).contains(&offset_bytes)
        };
        self.covered.iter().any(is_in)
    }

    /// Whether vertices must come in world space, as no matrix says where the model stands.
    pub(super) fn has_world(&self) -> bool {
        let is_world = |it: &Driven| {
            matches!(
                it.meaning,
                Meaning::Matrix {
                    product: Product::World | Product::WorldView | Product::WorldViewProjection,
                    ..
                }
            )
        };
        self.driven.iter().any(is_world)
    }

    /// How many characters one draw of these passes has room for: shaders that read the number of the instance, its world
    /// matrix from the vertices, and all else of a character from arrays with an element each.
    pub(super) fn instance_room(&self, passes: &[&DrawPlan]) -> usize {
        let mut of_characters =
            self.driven.iter().filter(|it| rate(it.meaning) == Rate::Character).peekable();
        let is_instanced = of_characters.peek().is_some()
            && passes.iter().all(|it| it.reads_instance && it.is_skinned)
            && passes.iter().all(|it| self.instance_layouts[it.instance_layout].has_world());
        if !is_instanced {
            return 1;
        }
        let rooms = of_characters.map(|it| it.instances.map_or(1, |it| it.count as usize));
        rooms.min().unwrap_or(1).max(1)
    }

    /// The technique to draw a model with as long as nobody chooses: of those that fit it, the one that its
    /// annotations, or the script of the effect, mean for objects; of equals the first.
    #[must_use]
    pub fn usual_technique(&self, model: &ModelTraits) -> usize {
        let rank = |index: &usize| {
            let technique = &self.techniques[*index];
            let is_fit = technique.draws() && Fit::new(self, *index, model).is_good();
            (!is_fit, !technique.draws(), technique.distance)
        };
        (0..self.techniques.len()).min_by_key(rank).unwrap_or(0)
    }
}

struct Walk<'a> {
    plan: &'a mut EffectPlan,
    buffer: usize,
    defaults: &'a [u8],
    /// The array of the animation's structs that is walked.
    instances: Option<Instances>,
}

impl Walk<'_> {
    fn member(&mut self, member: &Member, base_bytes: u32, outer: &str, around_it: Around) {
        let offset_bytes = base_bytes.saturating_add(member.offset_bytes);
        let path =
            if outer.is_empty() { member.name.clone() } else { format!("{outer}.{}", member.name) };
        let is_array = !member.array_counts.is_empty();
        if let MemberType::Struct { members, .. } = &member.ty {
            let within = around(around_it, &member.name, &member.ty);
            if matches!(within, Around::Keyframe(_) | Around::Tween) {
                // All of it is the animation's, further elements too, which only draws of many characters read.
                self.cover(offset_bytes, member.size_bytes);
            }
            let outer = self.instances;
            if is_array && matches!(within, Around::Keyframe(_) | Around::Tween) {
                let stride_bytes = member.array_stride_bytes;
                self.instances = Some(Instances { count: member.element_count(), stride_bytes });
            }
            // Of several lights or materials there is one.
            for inner in members {
                self.member(inner, offset_bytes, &path, within);
            }
            self.instances = outer;
            return;
        }
        let found = meaning_of(around_it, member);
        let has_default = self.has_default(offset_bytes, member);
        let asks = asks_for_widget(&member.annotations);
        let kept = found
            .filter(|it| !it.yields_to_its_default() || !has_default)
            .filter(|it| !it.yields_to_the_effect() || !(asks || has_default));
        let Some(meaning) = kept else {
            if !has_default {
                self.plan.zeros.push(Unset {
                    buffer: self.buffer,
                    offset_bytes,
                    size_bytes: member.size_bytes,
                    ty: member.ty.clone(),
                    is_array,
                    element_count: member.element_count(),
                    stride_bytes: member.array_stride_bytes,
                    declaration: declaration(member),
                    asks_for_widget: asks,
                    path,
                });
            }
            return;
        };
        self.cover(offset_bytes, member.size_bytes);
        self.plan.driven.push(Driven {
            buffer: self.buffer,
            offset_bytes,
            ty: member.ty.clone(),
            element_count: member.element_count(),
            stride_bytes: member.array_stride_bytes,
            instances: self.instances,
            path,
            meaning,
        });
    }

    fn cover(&mut self, offset_bytes: u32, size_bytes: u32) {
        let end = offset_bytes.saturating_add(size_bytes);
        self.plan.covered.push((self.buffer, offset_bytes, end));
    }

    fn has_default(&self, offset_bytes: u32, member: &Member) -> bool {
        let start = offset_bytes as usize;
        let end = start.saturating_add(member.size_bytes as usize).min(self.defaults.len());
        self.defaults.get(start..end).is_some_and(|it| it.iter().any(|byte| *byte != 0))
    }
}

/// Its type and semantic: `float4x4 : WORLD`.
fn declaration(member: &Member) -> String {
    match &member.semantic {
        Some(semantic) => format!("{} : {semantic}", member.hlsl_type()),
        None => member.hlsl_type(),
    }
}

/// Whether annotations ask for a widget: any of `UI...` or `SasUi...`, unless the widget is `none`.
fn asks_for_widget(annotations: &[Annotation]) -> bool {
    let is_ui = |it: &&Annotation| {
        let name = it.name.to_lowercase();
        name.starts_with("ui") || name.starts_with("sasui")
    };
    let is_none = |it: &Annotation| matches!(&it.value, AnnotationValue::String(text) if text.eq_ignore_ascii_case("none"));
    let mut ui = annotations.iter().filter(is_ui).peekable();
    ui.peek().is_some() && !ui.any(is_none)
}
