//! Which passes of an effect draw a model, how, and why others do not.

use std::sync::Arc;

use effectc::effect::{Effect, Pass, Primitive, Stage};

use super::flow::reads_instance;
use super::input::{InstanceLayout, Source, VertexLayout, layouts};
use super::mmd::{MmdPass, MmdUse};
use super::plan::EffectPlan;
use super::purpose::{distance, technique_of_script};
use super::rounds::{Rounds, rounds};
use super::unset::{Zeros, drawn_passes};
use crate::effect::Topology;
use effectc::state::FillMode;

/// A technique and what is done with its passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TechniquePlan {
    /// Its name, or `technique 0`.
    pub name: String,
    /// Its passes, in order.
    pub passes: Vec<PassPlan>,
    /// The pass that is drawn alone as long as nobody chooses; all of them without it. Passes of which a later one draws
    /// lines with the first one's vertex shader are other views of the same, as in the course's effects.
    pub usual_pass: Option<usize>,
    /// How far it is from what draws an object: 0 where nothing says that it is for something else.
    pub(super) distance: u32,
    /// What it reads and nobody sets.
    pub(super) zeros: Zeros,
    /// What it is for, where MikuMikuEffect's annotations say it.
    pub(super) mmd: Option<MmdUse>,
    /// In which order it draws, and where to.
    pub(super) rounds: Arc<Rounds>,
}

/// A pass and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct PassPlan {
    /// Its name, or `pass 0`.
    pub name: String,
    /// What it does, one for each choice of shaders that variables make; one where none does.
    pub(super) variants: Vec<Variant>,
    /// The variant with the values that the effect sets by itself, or why there is none.
    pub(super) usual: Result<usize, String>,
}

/// What a pass does with one choice of shaders.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    /// The elements that are chosen: index into [`EffectPlan::choosers`], and the value of that variable.
    pub(super) elements: Vec<(usize, i64)>,
    /// Its vertex shader, as messages name it.
    pub(super) vertex_shader: String,
    /// How it draws, or why it does not.
    pub(super) draws: Result<DrawPlan, String>,
}

/// How a pass draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawPlan {
    /// Index into [`EffectPlan::layouts`].
    pub(super) layout: usize,
    /// Index into [`EffectPlan::instance_layouts`].
    pub(super) instance_layout: usize,
    pub(super) topology: Topology,
    /// The vertex shader moves vertices by joints itself.
    pub(super) is_skinned: bool,
    /// The vertex shader reads the number of the instance.
    pub(super) reads_instance: bool,
    /// It draws a rectangle over all of its target, not a model.
    pub(super) is_screen: bool,
    /// Direct3D 9, where a vertex input that is not there reads zeros.
    pub(super) has_lenient_inputs: bool,
}

impl TechniquePlan {
    /// Whether any pass draws.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.passes.iter().any(PassPlan::draws)
    }

    /// Whether it draws outlines, of a model that is swollen for it.
    pub(super) fn is_edge(&self) -> bool {
        self.mmd.as_ref().is_some_and(|it| it.pass == MmdPass::Edge)
    }
}

impl PassPlan {
    /// Whether it draws, whatever shaders are chosen.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.variants.iter().any(|it| it.draws.is_ok())
    }

    /// What it does with these values of the variables that choose; nothing where one is past an array's end.
    pub(super) fn variant(&self, value_of: impl Fn(usize) -> Option<i64>) -> Option<&Variant> {
        let is_chosen = |it: &&Variant| {
            it.elements.iter().all(|(chooser, element)| value_of(*chooser) == Some(*element))
        };
        self.variants.iter().find(is_chosen)
    }
}

impl Variant {
    /// Which values choose it: `Count` is 2.
    pub(super) fn when(&self, plan: &EffectPlan) -> String {
        let each = self.elements.iter().map(|(chooser, element)| {
            format!("`{}` is {element}", plan.choosers[*chooser].variable)
        });
        each.collect::<Vec<_>>().join(" and ")
    }
}

/// Plans all techniques; layouts go to the plan.
pub(super) fn techniques(effect: &Effect, plan: &mut EffectPlan) {
    let meant = technique_of_script(effect);
    for (index, technique) in effect.techniques.iter().enumerate() {
        // Each with the shaders that it draws with, those of the pass before among them.
        let drawn: Vec<Pass> = drawn_passes(effect, index).map(|it| it.1).collect();
        let rounds = Arc::new(rounds(effect, plan, index));
        let passes = drawn.iter().enumerate();
        let passes: Vec<_> = passes
            .map(|(index, pass)| pass_plan(effect, plan, (index, rounds.is_screen(index)), pass))
            .collect();
        let is_meant = meant.as_deref() == Some(technique.name.as_str());
        plan.techniques.push(TechniquePlan {
            name: named("technique", &technique.name, index),
            usual_pass: has_views(&drawn).then(|| first_drawn(&passes)),
            distance: if is_meant { 0 } else { distance(&technique.annotations) },
            zeros: Zeros::default(),
            mmd: MmdUse::new(&technique.annotations),
            rounds,
            passes,
        });
    }
}

/// Whether passes are views of the same, of which one at a time is drawn.
fn has_views(passes: &[Pass]) -> bool {
    let Some((first, later)) = passes.split_first() else { return false };
    let is_wireframe = |it: &Pass| {
        it.rasterizer.as_ref().is_some_and(|it| it.desc.fill_mode == FillMode::Wireframe)
    };
    let is_view =
        |it: &Pass| is_wireframe(it) && it.shader(Stage::Vertex) == first.shader(Stage::Vertex);
    !is_wireframe(first) && later.iter().any(is_view)
}

fn first_drawn(passes: &[PassPlan]) -> usize {
    passes.iter().position(PassPlan::draws).unwrap_or(0)
}

fn named(kind: &str, name: &str, index: usize) -> String {
    if name.is_empty() { format!("{kind} {index}") } else { name.to_owned() }
}

/// Most choices of shaders of a pass that are looked at.
const MAX_VARIANTS: usize = 1024;

fn pass_plan(
    effect: &Effect,
    plan: &mut EffectPlan,
    (index, is_screen): (usize, bool),
    pass: &Pass,
) -> PassPlan {
    let name = named("pass", &pass.name, index);
    let mut choosers: Vec<usize> = pass.shaders.iter().filter_map(|it| plan.chooser(*it)).collect();
    choosers.sort_unstable();
    choosers.dedup();
    let mut choices = vec![Vec::new()];
    for chooser in choosers {
        let count = plan.choosers[chooser].count;
        if choices.len().saturating_mul(count) > MAX_VARIANTS {
            let why = format!(
                "variables choose among more than {MAX_VARIANTS} combinations of its shaders"
            );
            return PassPlan { name, variants: Vec::new(), usual: Err(why) };
        }
        let elements = (0..).take(count);
        choices = elements
            .flat_map(|element: i64| {
                choices.iter().map(move |it: &Vec<(usize, i64)>| {
                    it.iter().copied().chain([(chooser, element)]).collect()
                })
            })
            .collect();
    }
    let mut variants: Vec<Variant> = Vec::with_capacity(choices.len());
    for elements in choices {
        let chosen = plan.chosen(effect, pass, &elements);
        let vertex = chosen.shader_index(Stage::Vertex).and_then(|it| effect.shaders.get(it));
        variants.push(Variant {
            elements,
            vertex_shader: vertex.map_or_else(String::new, |it| it.entry.clone()),
            draws: draw_plan(effect, plan, &chosen, is_screen),
        });
    }
    let mut pass_plan = PassPlan { name, variants, usual: Ok(0) };
    let default_of = |chooser: usize| plan.choosers[chooser].value(&plan.defaults);
    let usual = pass_plan.variant(default_of).map(|it| it.elements.clone());
    let place = pass_plan.variants.iter().position(|it| Some(&it.elements) == usual.as_ref());
    pass_plan.usual = place.ok_or_else(|| {
        let first = pass_plan.variants.first().map_or(&[][..], |it| it.elements.as_slice());
        let each = first.iter().map(|(chooser, _)| {
            let it = &plan.choosers[*chooser];
            let value = default_of(*chooser).unwrap_or_default();
            format!("`{}` is {value} and chooses one of {} shaders", it.variable, it.count)
        });
        each.collect::<Vec<_>>().join(", ")
    });
    pass_plan
}

fn draw_plan(
    effect: &Effect,
    plan: &mut EffectPlan,
    pass: &Pass,
    is_screen: bool,
) -> Result<DrawPlan, String> {
    let shader = |stage| pass.shader_index(stage).and_then(|it| effect.shaders.get(it));
    let Some(vertex) = shader(Stage::Vertex) else {
        let has_compute = shader(Stage::Compute).is_some();
        return Err(if has_compute {
            "it is a compute pass and draws nothing".to_owned()
        } else {
            "it has no vertex shader".to_owned()
        });
    };
    let topology = match (shader(Stage::Hull), shader(Stage::Geometry)) {
        (Some(hull), _) => match hull.patch_control_points {
            None | Some(3) => Topology::PatchList(3),
            Some(1) => Topology::PatchList(1),
            Some(count) => {
                return Err(format!(
                    "its hull shader `{}` takes patches of {count} points; a model is triangles",
                    hull.entry
                ));
            }
        },
        (None, Some(geometry)) => match geometry.input_primitive {
            None | Some(Primitive::Triangle) => Topology::TriangleList,
            Some(Primitive::Point) => Topology::PointList,
            Some(primitive) => {
                return Err(format!(
                    "its geometry shader `{}` takes {}; a model is triangles",
                    geometry.entry,
                    match primitive {
                        Primitive::Line => "lines",
                        Primitive::LineAdj => "lines with their neighbours",
                        _ => "triangles with their neighbours",
                    }
                ));
            }
        },
        (None, None) => Topology::TriangleList,
    };
    let is_unseen = |it: &effectc::effect::StreamOutput| it.rasterized_stream.is_none();
    if [Stage::Geometry, Stage::Domain, Stage::Vertex]
        .into_iter()
        .filter_map(shader)
        .any(|it| it.stream_output.as_ref().is_some_and(is_unseen))
    {
        return Err("it writes vertices to buffers and draws nothing".to_owned());
    }
    let (layout, instance_layout) = layouts(vertex);
    let has_position = layout.elements.iter().any(|it| it.source == Source::Position);
    if !has_position && !is_screen {
        return Err(format!(
            "`{}` reads no POSITION, so it does not draw a model{}",
            vertex.entry,
            match layout.elements.as_slice() {
                [] => String::new(),
                elements => format!(
                    "; it reads {}",
                    elements.iter().map(|it| it.semantic.as_str()).collect::<Vec<_>>().join(", ")
                ),
            }
        ));
    }
    let is_skinned =
        !is_screen && layout.elements.iter().any(|it| it.source == Source::BlendIndices);
    let major = vertex.profile.strip_prefix("vs_").and_then(|it| it.chars().next());
    Ok(DrawPlan {
        layout: place_of(&mut plan.layouts, layout),
        instance_layout: place_of::<InstanceLayout>(&mut plan.instance_layouts, instance_layout),
        topology,
        is_skinned,
        reads_instance: reads_instance(vertex),
        is_screen,
        has_lenient_inputs: major.is_some_and(|it| ('1'..='3').contains(&it)),
    })
}

fn place_of<T: PartialEq>(all: &mut Vec<T>, wanted: T) -> usize {
    if let Some(place) = all.iter().position(|it| *it == wanted) {
        return place;
    }
    all.push(wanted);
    all.len() - 1
}

impl EffectPlan {
    /// The layout of a pass that draws.
    pub(super) fn layout(&self, draw: &DrawPlan) -> &VertexLayout {
        &self.layouts[draw.layout]
    }
}
