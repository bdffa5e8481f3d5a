//! A pass at run time: its shaders and state, and the pipelines made of it so far.

use effectc::effect::{Effect as Compiled, Pass as CompiledPass, PassShader, Stage};

use super::error::{EffectError, EffectResult};
use super::pipelines::Pipelines;
use super::select::{Choice, Selection, StageShader};
use super::state::PassState;
use super::topology::Takes;

/// Labels around what a pass draws.
pub(super) const LABEL_COUNT: usize = 3;

/// What a technique or pass is called: `T0` in messages, `technique T0` as a label, `technique 0` in both if the
/// effect gives no name.
pub(super) struct Named {
    name: String,
    label: String,
}

impl Named {
    pub(super) fn new(kind: &str, name: &str, index: usize) -> Self {
        if name.is_empty() {
            let label = format!("{kind} {index}");
            Self { name: label.clone(), label }
        } else {
            Self { name: name.to_owned(), label: format!("{kind} {name}") }
        }
    }
}

pub(super) struct Pass {
    /// What RenderDoc shows, from the outside in: the effect's file, the technique, the pass.
    pub(super) labels: [String; LABEL_COUNT],
    /// `effect technique`, for messages and names.
    technique_path: String,
    /// As messages name the pass.
    name: String,
    /// Where it stands among the effect's techniques.
    pub(super) technique_idx: usize,
    pub(super) pass_idx: usize,
    pub(super) stages: [StageShader; Stage::ALL.len()],
    pub(super) state: PassState,
    /// By constant buffer: whether a shader of this pass reads it.
    pub(super) reads_buffer: Vec<bool>,
    /// Whether a shader of this pass may write a buffer or image.
    pub(super) writes_resources: bool,
    pub(super) pipelines: Pipelines,
}

impl Pass {
    /// `shaders` are those that the pass draws with ([`Technique::drawn_shaders`](effectc::effect::Technique)). To set
    /// no state is to have the default: that is what programs make of it that put everything back after each draw.
    pub(super) fn new(
        compiled: &Compiled,
        selections: &[Selection],
        technique: &Named,
        (technique_idx, pass_idx): (usize, usize),
        pass: &CompiledPass,
        shaders: [PassShader; Stage::ALL.len()],
    ) -> EffectResult<Self> {
        let stages = shaders.map(StageShader::new);
        let mut bindings = Vec::new();
        for stage in Stage::ALL {
            let place = stages[stage as usize];
            for shader_idx in place.candidates(selections).into_iter().flatten() {
                let shader = compiled.shaders.get(shader_idx);
                // A vertex or domain shader that streams may stand in a geometry shader's place.
                let fits = shader.is_some_and(|it| {
                    let streams = stage == Stage::Geometry && it.stream_output.is_some();
                    it.stage == stage
                        || (streams && matches!(it.stage, Stage::Vertex | Stage::Domain))
                });
                let Some(shader) = shader.filter(|_| fits) else {
                    return Err(EffectError::Damaged {
                        effect: compiled.name.clone(),
                        reason: format!(
                            "pass '{}' names shader {shader_idx} as its {stage} shader",
                            pass.name
                        ),
                    });
                };
                bindings.extend_from_slice(&shader.bindings);
            }
            if let StageShader::Select(index) = place
                && index >= selections.len()
            {
                return Err(EffectError::Damaged {
                    effect: compiled.name.clone(),
                    reason: format!("pass '{}' names choice {index}", pass.name),
                });
            }
        }
        let writes_resources = compiled
            .resources
            .iter()
            .any(|it| it.kind.is_read_write() && bindings.contains(&it.binding));
        let Named { name, label } = Named::new("pass", &pass.name, pass_idx);
        Ok(Self {
            labels: [format!("{}.fx", compiled.name), technique.label.clone(), label],
            technique_path: format!("{} {}", compiled.name, technique.name),
            name,
            technique_idx,
            pass_idx,
            stages,
            state: PassState::new(pass),
            reads_buffer: compiled
                .constant_buffers
                .iter()
                .map(|it| !it.stages.is_empty() && bindings.contains(&it.binding))
                .collect(),
            writes_resources,
            pipelines: Pipelines::default(),
        })
    }

    /// `technique > pass`, for messages.
    pub(super) fn path(&self) -> String {
        format!("{} > {}", self.technique_path, self.name)
    }

    /// Its debug name.
    pub(super) fn debug_name(&self) -> String {
        format!("{} {}", self.technique_path, self.name)
    }

    pub(super) fn has(&self, stage: Stage) -> bool {
        self.stages[stage as usize] != StageShader::None
    }

    pub(super) fn is_graphics(&self) -> bool {
        Stage::ALL.into_iter().any(|it| it != Stage::Compute && self.has(it))
    }

    pub(super) fn is_compute(&self) -> bool {
        self.has(Stage::Compute)
    }

    /// Every choice of shaders that variables can make; too many to make pipelines for give none.
    pub(super) fn choices(&self, selections: &[Selection]) -> Vec<Choice> {
        const MOST: usize = 4096;
        let mut all = vec![Choice::default()];
        for (place, stage) in self.stages.iter().enumerate() {
            let candidates = stage.candidates(selections);
            if all.len().saturating_mul(candidates.len()) > MOST {
                return Vec::new();
            }
            all = candidates
                .iter()
                .flat_map(|candidate| {
                    all.iter().map(move |it| {
                        let mut choice = *it;
                        choice[place] = *candidate;
                        choice
                    })
                })
                .collect();
        }
        all
    }
}

/// What the shaders of a choice take.
pub(super) fn takes(compiled: &Compiled, choice: &Choice) -> Takes {
    let shader = |stage: Stage| choice[stage as usize].map(|it| &compiled.shaders[it]);
    if let Some(hull) = shader(Stage::Hull) {
        return Takes::Patches(hull.patch_control_points);
    }
    match shader(Stage::Geometry).and_then(|it| it.input_primitive) {
        Some(primitive) => Takes::Primitives(primitive),
        None => Takes::Any,
    }
}
