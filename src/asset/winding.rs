//! Fronts of mirrored parts.
//!
//! A matrix that mirrors (an odd number of negative scales, in the node, above it or in the inverse bind matrix)
//! turns the winding of what it moves around: seen on screen, fronts would be backs. Such triangles are turned
//! here once, so that every front is clockwise in the rest pose, whatever pipeline draws it (glTF 2.0, 3.7.4, has
//! the sign of the determinant decide the winding).

use super::{Joint, Mesh, SkinSlot, SlotIdx};

/// Turns the triangles of `meshes` that the rest pose mirrors. Parents come before children in `joints`.
pub(super) fn turn_mirrored(joints: &[Joint], slots: &[SkinSlot], meshes: &mut [Mesh]) {
    let mut is_joint_mirrored: Vec<bool> = Vec::with_capacity(joints.len());
    for joint in joints {
        let parent = joint.parent.and_then(|it| is_joint_mirrored.get(it.index()).copied());
        let negative_count = joint.rest.scale.iter().filter(|it| **it < 0.0).count();
        is_joint_mirrored.push(parent.unwrap_or(false) != (negative_count % 2 == 1));
    }
    let is_slot_mirrored: Vec<bool> = slots
        .iter()
        .map(|slot| {
            // In f64: the determinant of a model in millimetres can be too small for f32.
            let linear = slot.inverse_bind.fixed_view::<3, 3>(0, 0).map(f64::from);
            is_joint_mirrored[slot.joint.index()] != (linear.determinant() < 0.0)
        })
        .collect();
    if !is_slot_mirrored.contains(&true) {
        return;
    }
    for mesh in meshes {
        let vertices = &mesh.vertices;
        // More than 0 where most of a vertex's weight is on slots that mirror.
        let mirrored_weight = |vertex: u32| -> f32 {
            let signed = |(slot, weight): (SlotIdx, f32)| {
                if is_slot_mirrored[usize::from(slot.0)] { weight } else { -weight }
            };
            vertices.influences(vertex as usize).map(signed).sum()
        };
        for triangle in mesh.indices.chunks_exact_mut(3) {
            if triangle.iter().copied().map(mirrored_weight).sum::<f32>() > 0.0 {
                triangle.swap(1, 2);
            }
        }
    }
}
