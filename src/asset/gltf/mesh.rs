//! Draws: each primitive of a mesh on each node that carries it, bound to the slots of the node's skin.

use super::document::Document;
use super::geometry::Geometry;
use super::scene::Scene;
use super::skin::Skins;
use crate::asset::import::{
    Budget, Notes, Result, Slots, bind, bind_rigid, fault, label, slots_of,
};
use crate::asset::{Joint, JointIdx, Mesh, SlotIdx};

/// Bytes of one vertex in all streams of [`Vertices`](crate::asset::Vertices) but those of further influences, and in those.
const VERTEX_BYTES: usize = 88;
const FURTHER_BYTES: usize = 24;

/// What a draw is made from.
pub(super) struct Source<'a> {
    pub(super) document: &'a Document,
    pub(super) scene: &'a Scene,
    pub(super) skins: &'a Skins,
    /// Per mesh of the file.
    pub(super) geometries: &'a [Vec<Geometry>],
    pub(super) budget: &'a Budget,
}

/// One [`Mesh`] a node and primitive, in the order of the joints.
///
/// A skinned node's own transform plays no part: its vertices refer to the joints only. Vertices of a
/// node without skin, and those of a skin that no joint moves, stay in the node's space and get its slot.
pub(super) fn place(
    source: &Source<'_>,
    slots: &mut Slots,
    notes: &mut Notes,
) -> Result<Vec<Mesh>> {
    let document = source.document;
    let mut meshes = Vec::new();
    let mut used = vec![false; document.meshes.len()];
    // Slots of each skin, found once: many nodes and primitives may share a skin of many joints.
    let mut skin_slots: Vec<Option<Vec<SlotIdx>>> = vec![None; source.skins.len()];
    let default_material = document.materials.len();
    for (joint, joint_index) in source.scene.joints.iter().zip((0..=u16::MAX).map(JointIdx)) {
        let node = &document.nodes[joint.node as usize];
        let at = document.node_label(joint.node as usize);
        let skin_index = node.skin.map(|it| it.value());
        let skin = skin_index.and_then(|it| source.skins.get(it));
        if let (Some(index), None) = (skin_index, skin) {
            let count = source.skins.len();
            return Err(fault(at, format!("skin {index} does not exist; the file has {count}")));
        }
        let Some(mesh_index) = node.mesh.map(|it| it.value()) else {
            if skin.is_some() {
                notes.add(format!("{at} has a skin but no mesh: the skin is not used by it"));
            }
            continue;
        };
        let Some(geometries) = source.geometries.get(mesh_index) else {
            let count = source.geometries.len();
            return Err(fault(
                at,
                format!("mesh {mesh_index} does not exist; the file has {count}"),
            ));
        };
        if !source.scene.drawn[joint_index.index()] {
            continue;
        }
        used[mesh_index] = true;
        for geometry in geometries {
            let binding = match (&geometry.influences, skin) {
                (Some(influences), Some(skin)) => Some((influences, skin)),
                (Some(_), None) => {
                    notes.add(format!(
                        "{at} has no skin: JOINTS and WEIGHTS of its mesh are ignored"
                    ));
                    None
                }
                (None, Some(skin)) => {
                    notes.add(format!(
                        "{at}: mesh '{}' has no JOINTS and WEIGHTS: {} does not move it",
                        geometry.name, skin.label
                    ));
                    None
                }
                (None, None) => None,
            };
            charge(source.budget, geometry, &at)?;
            let mut vertices = geometry.vertices.clone();
            match binding.zip(skin_index) {
                Some(((influences, skin), index)) => {
                    let found = match skin_slots[index].take() {
                        Some(found) => found,
                        None => slots_of(skin, slots, &at)?,
                    };
                    bind(&mut vertices, influences, (skin, &found), joint_index, slots, &at)?;
                    skin_slots[index] = Some(found);
                }
                None => bind_rigid(&mut vertices, joint_index, slots, &at)?,
            }
            meshes.push(Mesh {
                name: geometry.name.clone(),
                node: joint.node,
                source: (u32::try_from(mesh_index).unwrap_or(u32::MAX), geometry.primitive),
                skin: binding.and(skin_index).and_then(|it| u32::try_from(it).ok()),
                material: geometry.material.unwrap_or(default_material),
                vertices,
                file_vertices: Vec::new(),
                indices: geometry.indices.clone(),
                morph_targets: geometry.morph_targets.clone(),
                morph_weights: morph_weights(document, joint, geometry, &at, notes)?,
            });
        }
    }
    for (index, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        let name = document.meshes[index].name.as_deref();
        notes.add(format!("{} is on no node of the scene", label("mesh", index, name)));
    }
    Ok(meshes)
}

fn charge(budget: &Budget, geometry: &Geometry, at: &str) -> Result<()> {
    let at = || at.to_owned();
    let morph_bytes = 36 * geometry.morph_targets.len();
    let has_further = geometry.influences.as_ref().is_some_and(|it| !it.further.is_empty());
    let bytes = VERTEX_BYTES + morph_bytes + if has_further { FURTHER_BYTES } else { 0 };
    budget.charge(at, geometry.vertices.positions.len(), bytes)?;
    budget.charge(at, geometry.indices.len(), size_of::<u32>())
}

fn morph_weights(
    document: &Document,
    joint: &Joint,
    geometry: &Geometry,
    at: &str,
    notes: &mut Notes,
) -> Result<Vec<f32>> {
    let node = &document.nodes[joint.node as usize];
    let mesh = node.mesh.and_then(|it| document.meshes.get(it.value()));
    let weights = node.weights.as_ref().or_else(|| mesh.and_then(|it| it.weights.as_ref()));
    let count = geometry.morph_targets.len();
    let mut weights = weights.cloned().unwrap_or_else(|| vec![0.0; count]);
    if let Some(weight) = weights.iter().find(|it| !it.is_finite()) {
        return Err(fault(at, format!("morph weight {weight} is not finite")));
    }
    if weights.len() != count {
        notes.add(format!(
            "{at}: {} morph weights for {count} targets of mesh '{}'; missing ones are 0",
            weights.len(),
            geometry.name
        ));
        weights.resize(count, 0.0);
    }
    Ok(weights)
}
