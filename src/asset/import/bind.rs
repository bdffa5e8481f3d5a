//! Vertices to the slots that move them.

use nalgebra::{Matrix4, Vector4};

use super::error::{Result, fault};
use super::influences::{Four, Influences};
use super::slots::{Skin, Slots};
use crate::asset::{JointIdx, SlotIdx, Vertices};

/// Has one node move all vertices, which are in its space.
pub(in crate::asset) fn bind_rigid(
    vertices: &mut Vertices,
    node: JointIdx,
    slots: &mut Slots,
    at: &str,
) -> Result<()> {
    let slot = slots.slot(node, &Matrix4::identity(), || at.to_owned())?;
    let count = vertices.positions.len();
    vertices.slots = vec![[slot, SlotIdx(0), SlotIdx(0), SlotIdx(0)]; count];
    vertices.weights = vec![Vector4::x(); count];
    Ok(())
}

/// The slot of each joint of a skin, in the skin's order.
pub(in crate::asset) fn slots_of(skin: &Skin, slots: &mut Slots, at: &str) -> Result<Vec<SlotIdx>> {
    let slot =
        |(joint, matrix): &(JointIdx, Matrix4<f32>)| slots.slot(*joint, matrix, || at.to_owned());
    skin.joints.iter().map(slot).collect()
}

/// Has the joints of a skin move vertices; those that no joint moves are in the space of `node` and moved by it.
pub(in crate::asset) fn bind(
    vertices: &mut Vertices,
    influences: &Influences,
    (skin, skin_slots): (&Skin, &[SlotIdx]),
    node: JointIdx,
    slots: &mut Slots,
    at: &str,
) -> Result<()> {
    // The slots and weights of one set of a vertex.
    let bound = |vertex: usize, influences: &Four| {
        let mut vertex_slots = [SlotIdx(0); 4];
        let mut weights = Vector4::zeros();
        for (lane, (joint, weight)) in influences.iter().enumerate() {
            if *weight <= 0.0 {
                continue;
            }
            let Some(slot) = skin_slots.get(*joint as usize) else {
                let problem = format!(
                    "vertex {vertex} of its mesh has weight on joint {joint}; {} has {} joints",
                    skin.label,
                    skin_slots.len()
                );
                return Err(fault(at, problem));
            };
            vertex_slots[lane] = *slot;
            weights[lane] = *weight;
        }
        Ok((vertex_slots, weights))
    };
    vertices.slots.reserve_exact(influences.vertices.len());
    vertices.weights.reserve_exact(influences.vertices.len());
    for (vertex, four) in influences.vertices.iter().enumerate() {
        let (mut vertex_slots, mut weights) = bound(vertex, four)?;
        if weights == Vector4::zeros() {
            vertex_slots[0] = slots.slot(node, &Matrix4::identity(), || at.to_owned())?;
            weights.x = 1.0;
        }
        vertices.slots.push(vertex_slots);
        vertices.weights.push(weights);
    }
    vertices.further_slots.reserve_exact(influences.further.len());
    vertices.further_weights.reserve_exact(influences.further.len());
    for (vertex, four) in influences.further.iter().enumerate() {
        let (vertex_slots, weights) = bound(vertex, four)?;
        vertices.further_slots.push(vertex_slots);
        vertices.further_weights.push(weights);
    }
    Ok(())
}
