//! MikuMikuEffect's techniques: each says what it is for (`MMDPass`) and for which materials (`UseTexture`, `UseToon`,
//! `UseSphereMap`, `Subset`); a material is drawn with the first that fits it, and its outline with another.

use effectc::effect::{Annotation, Effect};
use effectc::state::CullMode;

use super::plan::EffectPlan;
use super::purpose::{flag, text};

/// What a technique is for, as its annotations say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MmdUse {
    pub(super) pass: MmdPass,
    texture: Option<bool>,
    toon: Option<bool>,
    sphere: Option<bool>,
    /// Materials from the first to the last of each pair; empty: all.
    materials: Vec<(usize, usize)>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MmdPass {
    Object,
    /// The object with shadows on it.
    ShadowedObject,
    Edge,
    /// A shadow on the ground, a map of depths: ours are drawn in their place.
    Other,
}

impl MmdUse {
    pub(super) fn new(annotations: &[Annotation]) -> Option<Self> {
        let pass = match text(annotations, "MMDPass")?.to_ascii_lowercase().as_str() {
            "object" => MmdPass::Object,
            "object_ss" => MmdPass::ShadowedObject,
            "edge" => MmdPass::Edge,
            _ => MmdPass::Other,
        };
        Some(Self {
            pass,
            texture: flag(annotations, "UseTexture"),
            toon: flag(annotations, "UseToon"),
            sphere: flag(annotations, "UseSphereMap"),
            materials: text(annotations, "Subset").map(ranges).unwrap_or_default(),
        })
    }

    fn is_object(&self) -> bool {
        matches!(self.pass, MmdPass::Object | MmdPass::ShadowedObject)
    }

    /// Whether it draws a material. Those of models here have neither toon ramps nor sphere maps.
    fn takes(&self, material: usize, has_texture: bool) -> bool {
        let is = |wanted: Option<bool>, has| wanted.is_none_or(|it| it == has);
        let is_among = |(first, last): &(usize, usize)| (*first..=*last).contains(&material);
        is(self.texture, has_texture)
            && is(self.toon, false)
            && is(self.sphere, false)
            && (self.materials.is_empty() || self.materials.iter().any(is_among))
    }
}

/// `0-5,7,9-`.
fn ranges(text: &str) -> Vec<(usize, usize)> {
    let range = |it: &str| {
        let (first, last) = it.trim().split_once('-').unwrap_or((it.trim(), it.trim()));
        let first = first.trim().parse().ok()?;
        let last = if last.trim().is_empty() { usize::MAX } else { last.trim().parse().ok()? };
        Some((first, last))
    };
    text.split(',').filter_map(range).collect()
}

impl EffectPlan {
    /// Whether a technique stands for all of MikuMikuEffect's that draw objects: each material takes its own.
    pub(super) fn is_by_material(&self, technique: usize) -> bool {
        let uses = |it: usize| self.techniques.get(it).and_then(|it| it.mmd.as_ref());
        uses(technique).is_some_and(MmdUse::is_object)
    }

    /// The technique that draws a material where `chosen` stands for all of them: the first for objects that takes it,
    /// else the first for objects with shadows on them, else `chosen`.
    pub(super) fn technique_for(&self, chosen: usize, material: usize, has_texture: bool) -> usize {
        let of = |pass: MmdPass| {
            self.techniques.iter().position(|it| {
                let fits = |of: &MmdUse| of.pass == pass && of.takes(material, has_texture);
                it.draws() && it.mmd.as_ref().is_some_and(fits)
            })
        };
        of(MmdPass::Object).or_else(|| of(MmdPass::ShadowedObject)).unwrap_or(chosen)
    }

    /// The technique that draws outlines, if one does.
    pub(super) fn edge_technique(&self) -> Option<usize> {
        self.techniques.iter().position(|it| it.draws() && it.is_edge())
    }
}

/// The effect with what `MikuMikuDance` sets for its passes: outlines show the sides of a swollen model that face away.
pub(super) fn with_state(effect: &Effect) -> Effect {
    let mut effect = effect.clone();
    for technique in &mut effect.techniques {
        let is_edge =
            MmdUse::new(&technique.annotations).is_some_and(|it| it.pass == MmdPass::Edge);
        for pass in technique.passes.iter_mut().filter(|_| is_edge) {
            if pass.rasterizer.is_none() {
                let mut rasterizer = effectc::effect::PassRasterizer::default();
                rasterizer.desc.cull_mode = CullMode::Front;
                pass.rasterizer = Some(rasterizer);
            }
        }
    }
    effect
}

#[cfg(test)]
mod tests {
    use super::*;
    use effectc::effect::AnnotationValue;

    fn made(pass: &str, flags: &[(&str, bool)], subset: &str) -> MmdUse {
        let text = |name: &str, value: &str| Annotation {
            name: name.to_owned(),
            value: AnnotationValue::String(value.to_owned()),
        };
        let flags = flags.iter().map(|(name, is)| Annotation {
            name: (*name).to_owned(),
            value: AnnotationValue::Bool(vec![*is]),
        });
        let subset = (!subset.is_empty()).then(|| text("Subset", subset));
        let all: Vec<_> = flags.chain(subset).chain([text("MMDPass", pass)]).collect();
        MmdUse::new(&all).unwrap()
    }

    #[test]
    fn materials_take_the_technique_of_their_flags() {
        assert!(made("object", &[], "").takes(3, true));
        assert!(made("object", &[("UseTexture", true)], "").takes(0, true));
        assert!(!made("object", &[("UseTexture", false)], "").takes(0, true));
        assert!(!made("object", &[("UseToon", true)], "").takes(0, true));
        assert!(!made("object", &[("UseSphereMap", true)], "").takes(0, true));
        assert_eq!(made("EDGE", &[], "").pass, MmdPass::Edge);
        assert_eq!(MmdUse::new(&[]), None);
    }

    #[test]
    fn subsets_are_ranges_of_materials() {
        let some = made("object", &[], "0-2, 5,8-");
        let taken: Vec<usize> = (0..10).filter(|it| some.takes(*it, false)).collect();
        assert_eq!(taken, [0, 1, 2, 5, 8, 9]);
    }
}
