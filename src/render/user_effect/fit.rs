//! [`Fit`]: whether an effect fits a model - what it wants, and what there is.

use std::collections::BTreeSet;

use nalgebra::{Vector2, Vector4};

use super::input::Source;
use super::meaning::{Meaning, WHOLE_WAY};
use super::pass_plan::{DrawPlan, PassPlan, TechniquePlan};
use super::plan::EffectPlan;
use super::texture::TextureRole;
use super::unset::Zeros;
use crate::asset::{Model, Vertices};

/// What a model has that effects may want.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTraits {
    /// Name of its file.
    pub name: String,
    /// Any mesh has texture coordinates.
    pub has_uvs: bool,
    /// Any mesh has tangents.
    pub has_tangents: bool,
    /// Any mesh has colours.
    pub has_colors: bool,
    /// Any vertex has more than four influences.
    pub has_further_influences: bool,
    /// Matrices that move its vertices.
    pub slot_count: usize,
}

impl ModelTraits {
    /// Those of a model. Streams that are all zero (for colours all white) are ones that its file does not have.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let vertices = || model.meshes.iter().map(|it| &it.vertices);
        Self {
            name: model.name.clone(),
            has_uvs: vertices().any(|it| it.uvs.iter().any(|uv| *uv != Vector2::zeros())),
            has_tangents: vertices()
                .any(|it| it.tangents.iter().any(|tangent| *tangent != Vector4::zeros())),
            has_colors: vertices()
                .any(|it| it.colors.iter().any(|color| *color != Vector4::repeat(1.0))),
            has_further_influences: vertices().any(Vertices::has_further_influences),
            slot_count: model.slots.len(),
        }
    }

    /// The vertex inputs that it can fill, for messages.
    fn inputs(&self) -> String {
        let mut names = vec!["POSITION", "NORMAL"];
        names.extend(self.has_tangents.then_some("TANGENT"));
        names.extend(self.has_tangents.then_some("BINORMAL"));
        names.extend(self.has_uvs.then_some("TEXCOORD0"));
        names.extend(self.has_colors.then_some("COLOR0"));
        names.extend(["BLENDINDICES", "BLENDWEIGHT"]);
        if self.has_further_influences {
            names.extend(["BLENDINDICES1", "BLENDWEIGHT1"]);
        }
        names.join(", ")
    }
}

/// Whether a technique of an effect fits a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Why it cannot be drawn with; empty: it can.
    pub refusals: Vec<String>,
    /// What is not as the effect wants it.
    pub warnings: Vec<String>,
    /// What of it may leave nothing to see, in short.
    pub notices: Vec<String>,
}

impl Fit {
    /// Looks at one technique.
    #[must_use]
    pub fn new(plan: &EffectPlan, technique: usize, model: &ModelTraits) -> Self {
        let mut fit = Self::default();
        let Some(technique) = plan.techniques.get(technique) else {
            fit.refusals.push("the effect has no technique, so it draws nothing".to_owned());
            return fit;
        };
        let mut said = BTreeSet::new();
        for pass in &technique.passes {
            fit.variants(plan, pass, model, &mut said);
        }
        if !technique.draws() {
            let why = fit.warnings.join("; ");
            let why = if why.is_empty() { "it has no passes".to_owned() } else { why };
            fit.refusals.push(format!("technique {} draws no model: {why}", technique.name));
        }
        fit.zeros(plan, &technique.zeros);
        fit.textures(plan);
        fit.targets(plan, technique);
        fit
    }

    /// What is usual must fit. What variables may choose instead is only warned of.
    fn variants(
        &mut self,
        plan: &EffectPlan,
        pass: &PassPlan,
        model: &ModelTraits,
        said: &mut BTreeSet<String>,
    ) {
        let name = &pass.name;
        if let Err(why) = &pass.usual {
            self.warnings.push(format!("pass {name} is left out: {why}"));
        }
        for (index, variant) in pass.variants.iter().enumerate() {
            let is_usual = pass.usual.as_ref() == Ok(&index);
            match (&variant.draws, is_usual) {
                (Err(why), true) => {
                    self.warnings.push(format!("pass {name} is left out: {why}"));
                }
                (Err(why), false) => {
                    if said.insert(format!("{name} {why}")) {
                        let when = variant.when(plan);
                        self.warnings.push(format!("pass {name} is left out when {when}: {why}"));
                    }
                }
                (Ok(draw), true) => self.pass(plan, draw, &variant.vertex_shader, model, said),
                (Ok(draw), false) => {
                    let mut other = Self::default();
                    other.pass(plan, draw, &variant.vertex_shader, model, said);
                    self.warnings.extend(other.refusals);
                    self.warnings.extend(other.warnings);
                }
            }
        }
    }

    fn zeros(&mut self, plan: &EffectPlan, zeros: &Zeros) {
        for guessed in &zeros.guessed {
            self.warnings.push(format!(
                "`{guessed}` alone makes the position of vertices, so it is set to {}",
                WHOLE_WAY.label()
            ));
        }
        let named = |index: &usize| {
            let it = &plan.zeros[*index];
            format!("`{}` ({})", it.path, it.declaration)
        };
        let (matrices, numbers): (Vec<_>, Vec<_>) =
            zeros.of_position.iter().partition(|it| plan.zeros[**it].is_matrix());
        if !matrices.is_empty() {
            let names: Vec<_> =
                matrices.iter().map(|it: &&usize| format!("`{}`", plan.zeros[**it].path)).collect();
            self.notices.push(format!(
                "nothing sets {}: there may be nothing to see; the warnings of the effect say more",
                names.join(", ")
            ));
            let (makes, is) = if matrices.len() == 1 { ("makes", "is") } else { ("make", "are") };
            self.warnings.push(format!(
                "{} {makes} the position of vertices and {is} set by nothing: zeros, so that there may be nothing to \
                 see. What is set has the name or semantic World, View or Projection, a product of them such as \
                 WorldViewProjection, gViewProj or matWVP, or an inverse or transpose of one; all else is set in the \
                 panel",
                listed(matrices.into_iter().map(named))
            ));
        }
        if !numbers.is_empty() {
            self.warnings.push(format!(
                "zero until set in the panel, and part of the position of vertices: {}",
                listed(numbers.into_iter().map(named))
            ));
        }
        if !zeros.others.is_empty() {
            let others = zeros.others.iter().map(named);
            self.warnings.push(format!("zero until set in the panel: {}", listed(others)));
        }
    }

    fn pass(
        &mut self,
        plan: &EffectPlan,
        draw: &DrawPlan,
        entry: &str,
        model: &ModelTraits,
        said: &mut BTreeSet<String>,
    ) {
        if draw.is_screen {
            return;
        }
        for element in &plan.layout(draw).elements {
            if !said.insert(format!("{entry} {}", element.semantic)) {
                continue;
            }
            let semantic = &element.semantic;
            let is_zero = match element.source {
                Source::Missing if draw.has_lenient_inputs => {
                    self.warnings.push(format!(
                        "`{entry}` reads {semantic}, which no model here has: it reads zeros, as in Direct3D 9. {}",
                        there_is(model)
                    ));
                    false
                }
                Source::Missing => {
                    let wanted = wanted_and_had(semantic, model);
                    self.refusals.push(format!("`{entry}` reads {semantic}; {wanted}"));
                    false
                }
                Source::TexCoord => !model.has_uvs,
                Source::Tangent | Source::Binormal => !model.has_tangents,
                _ => false,
            };
            if is_zero {
                self.warnings.push(format!(
                    "`{entry}` reads {semantic}, which {} does not have: it reads zeros",
                    model.name
                ));
            }
        }
        if draw.is_skinned {
            self.skin(plan, entry, model, said);
        }
    }

    fn skin(
        &mut self,
        plan: &EffectPlan,
        entry: &str,
        model: &ModelTraits,
        said: &mut BTreeSet<String>,
    ) {
        let has_map = plan.textures.iter().any(|it| it.role == TextureRole::TransformMap);
        let bones: Vec<_> =
            plan.driven.iter().filter(|it| it.meaning == Meaning::BoneMatrices).collect();
        if bones.is_empty() && !has_map && said.insert(format!("{entry} has no joints")) {
            self.refusals.push(format!(
                "`{entry}` reads which joints move a vertex, but the effect has nothing that the joints could go \
                 to; expected an array of matrices such as `float4x4 Bones[{}]`, or a `Texture2DArray TransformMap`",
                model.slot_count
            ));
        }
        if let Some(array) = &plan.guessed_joints
            && said.insert(format!("{array} is guessed"))
        {
            self.warnings.push(format!(
                "`{array}` is the one array of matrices, and `{entry}` reads which joints move a vertex, so it gets the \
                 matrices of the joints"
            ));
        }
        for array in bones {
            let is_small = (array.element_count as usize) < model.slot_count;
            if is_small && !has_map && said.insert(array.path.clone()) {
                self.refusals.push(format!(
                    "`{}` has room for {} joints; {} has {}",
                    array.path, array.element_count, model.name, model.slot_count
                ));
            }
        }
    }

    fn textures(&mut self, plan: &EffectPlan) {
        for slot in plan.textures.iter().filter(|it| it.is_used && it.file.is_none()) {
            let (kind, name) = (slot.kind.hlsl(), &slot.name);
            match slot.role {
                TextureRole::Unbound => self
                    .warnings
                    .push(format!("nothing is bound to the {kind} `{name}`: it reads zeros")),
                TextureRole::Environment | TextureRole::Volume(_) => {
                    let what = slot.role.label();
                    self.warnings.push(format!(
                        "no file is given for the {kind} `{name}`, so it shows this: {what}"
                    ));
                }
                _ => {}
            }
        }
    }

    /// What is not drawn as the effect says.
    fn targets(&mut self, plan: &EffectPlan, technique: &TechniquePlan) {
        self.warnings.extend(plan.target_warnings.iter().cloned());
        let name = &technique.name;
        if technique.is_edge() {
            self.warnings.push(format!(
                "technique {name} draws outlines, which are seen around an object: alone it gives a silhouette"
            ));
        }
        self.warnings
            .extend(technique.rounds.warnings.iter().map(|it| format!("technique {name}: {it}")));
    }

    /// Whether it can be drawn.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.refusals.is_empty()
    }
}

/// Names in a row.
fn listed(names: impl Iterator<Item = String>) -> String {
    const MOST: usize = 12;
    let names: Vec<String> = names.collect();
    let more = names.len().saturating_sub(MOST);
    let shown = names[..names.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

fn there_is(model: &ModelTraits) -> String {
    format!("{} has {}", model.name, model.inputs())
}

fn wanted_and_had(semantic: &str, model: &ModelTraits) -> String {
    let upper = semantic.to_uppercase();
    if upper.starts_with("TEXCOORD") {
        let had =
            if model.has_uvs { "has one set: TEXCOORD0" } else { "has no texture coordinates" };
        return format!("{} {had}", model.name);
    }
    there_is(model)
}
