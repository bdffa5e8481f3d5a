//! Variables that nobody sets, and what becomes of what is drawn by that.

use std::collections::BTreeSet;

use effectc::effect::{Effect, MemberType, Pass, ScalarKind, Stage};

use super::flow::{Place, Sources, places_read, position_sources};
use super::meaning::{Meaning, Product};
use super::plan::{Driven, EffectPlan};
use super::words::words;

/// A variable that is zero as long as the user does not set it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unset {
    /// Index into the effect's constant buffers.
    pub(super) buffer: usize,
    pub(super) offset_bytes: u32,
    pub(super) size_bytes: u32,
    pub(super) ty: MemberType,
    pub(super) is_array: bool,
    /// 1 for what is no array.
    pub(super) element_count: u32,
    /// Distance of two elements.
    pub(super) stride_bytes: u32,
    /// Its name, with those of the structs that it is in.
    pub(super) path: String,
    /// Its type and semantic.
    pub(super) declaration: String,
    /// Its annotations say how users set it.
    pub(super) asks_for_widget: bool,
}

/// Variables that a technique reads and nobody sets, as indices into [`EffectPlan::zeros`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Zeros {
    /// Those that the position of vertices is computed of.
    pub(super) of_position: Vec<usize>,
    /// The others.
    pub(super) others: Vec<usize>,
    /// Names of matrices that were taken for what they must be.
    pub(super) guessed: Vec<String>,
}

/// Fewest matrices of an array that is taken for the joints whatever its name.
const MIN_JOINTS: u32 = 8;

/// Words of matrices that are not those of the camera that draws.
const OTHER_VIEWS: &[&str] = &[
    "light", "lights", "shadow", "lamp", "sun", "prev", "previous", "last", "old", "tex",
    "texture", "mirror",
];

impl Unset {
    pub(super) fn end_bytes(&self) -> u32 {
        self.offset_bytes.saturating_add(self.size_bytes)
    }

    fn holds(&self, effect: &Effect, (binding, offset_bytes): Place) -> bool {
        effect.constant_buffers[self.buffer].binding == binding
            && (self.offset_bytes..self.end_bytes()).contains(&offset_bytes)
    }

    /// Whether zeros in it leave nothing of a position that is made by it.
    pub(super) fn is_matrix(&self) -> bool {
        matches!(self.ty, MemberType::Matrix { .. })
    }

    /// Whether it can hold what moves vertices.
    pub(super) fn is_matrix_array(&self) -> bool {
        let is_affine = matches!(
            self.ty,
            MemberType::Matrix { kind: ScalarKind::Float, rows: 3.., columns: 3.., .. }
        );
        is_affine && self.is_array && self.element_count >= MIN_JOINTS
    }

    /// What it must be where it alone takes vertices from the model to the picture: all of the way.
    fn whole_way(&self, is_transpose: bool) -> Option<Meaning> {
        let is_square = matches!(
            self.ty,
            MemberType::Matrix { kind: ScalarKind::Float, rows: 4, columns: 4, .. }
        );
        let is_other = words(&self.path).iter().any(|it| OTHER_VIEWS.contains(&it.as_str()));
        let product = Product::WorldViewProjection;
        (is_square && !self.is_array && !self.asks_for_widget && !is_other)
            .then_some(Meaning::Matrix { product, is_inverse: false, is_transpose })
    }
}

/// Finds for each technique what nobody sets. A matrix that alone makes the position is set after all.
pub(super) fn find_unset(effect: &Effect, plan: &mut EffectPlan) {
    let drawn: Vec<Vec<Pass>> = (0..plan.techniques.len())
        .map(|index| {
            let passes = drawn_passes(effect, index);
            let drawing = passes.filter(|(pass, _)| plan.techniques[index].passes[*pass].draws());
            drawing.map(|(_, pass)| pass).collect()
        })
        .collect();
    let sources: Vec<Vec<Sources>> = drawn
        .iter()
        .map(|passes| passes.iter().map(|it| position_sources(effect, it)).collect())
        .collect();
    let guessed = guess(effect, plan, &sources);
    for ((passes, sources), technique) in drawn.iter().zip(&sources).zip(0..) {
        let of_position: BTreeSet<Place> =
            sources.iter().flat_map(|it| &it.places).copied().collect();
        let shaders = passes.iter().flat_map(|pass| {
            Stage::ALL.into_iter().flat_map(move |it| effect.candidates(pass.shader(it)))
        });
        let read: BTreeSet<Place> = shaders.flat_map(places_read).collect();
        let mut zeros = Zeros::default();
        for (index, zero) in plan.zeros.iter().enumerate() {
            let is_among =
                |places: &BTreeSet<Place>| places.iter().any(|place| zero.holds(effect, *place));
            if is_among(&of_position) {
                zeros.of_position.push(index);
            } else if is_among(&read) && !zero.asks_for_widget {
                zeros.others.push(index);
            }
        }
        let is_read = |driven: &&Driven| {
            let binding = effect.constant_buffers[driven.buffer].binding;
            of_position.contains(&(binding, driven.offset_bytes)) && guessed.contains(&driven.path)
        };
        zeros.guessed = plan.driven.iter().filter(is_read).map(|it| it.path.clone()).collect();
        plan.techniques[technique].zeros = zeros;
    }
}

/// The passes of a technique with the shaders that they draw with.
pub(super) fn drawn_passes(
    effect: &Effect,
    technique: usize,
) -> impl Iterator<Item = (usize, Pass)> + use<'_> {
    let technique = effect.techniques.get(technique);
    technique.into_iter().flat_map(|technique| {
        let passes = technique.passes.iter().zip(technique.drawn_shaders());
        passes.map(|(pass, shaders)| Pass { shaders, ..pass.clone() }).enumerate()
    })
}

/// Sets matrices that nobody sets and that alone make the position wherever they make it: each is the whole way from the
/// model to the picture. Gives their names.
fn guess(effect: &Effect, plan: &mut EffectPlan, sources: &[Vec<Sources>]) -> BTreeSet<String> {
    let passes = || sources.iter().flatten();
    let alone: BTreeSet<Place> = passes()
        .filter(|it| it.places.len() == 1)
        .flat_map(|it| &it.places)
        .copied()
        .filter(|place| passes().all(|it| it.places.len() == 1 || !it.places.contains(place)))
        .collect();
    let mut guessed = BTreeSet::new();
    for place in alone {
        let users = passes().filter(|it| it.places.contains(&place));
        let ways: Option<BTreeSet<bool>> =
            users.map(|it| it.factors.get(&place).copied()).collect();
        let ways = ways.unwrap_or_default();
        let (1, Some(is_behind)) = (ways.len(), ways.first()) else { continue };
        let Some(zero) = plan.zeros.iter().position(|it| it.holds(effect, place)) else { continue };
        let Some(meaning) = plan.zeros[zero].whole_way(*is_behind) else { continue };
        guessed.insert(plan.zeros[zero].path.clone());
        plan.drive(zero, meaning);
    }
    guessed
}
