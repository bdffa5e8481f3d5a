//! [`Aabb`] and the boxes of a model: of its rest pose, and of the vertices that each skin slot moves.
//!
//! A skinned vertex is a weighted mean of where its slots would put it, so the boxes of the slots, each
//! moved by its own matrix, hold every vertex in every pose.

use nalgebra::{Matrix4, Vector3};

use super::{Pose, skin_mesh};
use crate::asset::{Clip, Mesh, Model};

/// An axis-aligned box; `min` is not above `max` on any axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates, metres.
    pub min: Vector3<f32>,
    /// Largest coordinates, metres.
    pub max: Vector3<f32>,
}

impl Aabb {
    /// The smallest box around the points; `None` where there are none.
    #[must_use]
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Vector3<f32>>) -> Option<Self> {
        points
            .into_iter()
            .map(|point| Self { min: *point, max: *point })
            .reduce(|bounds, point| bounds.union(&point))
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.inf(&other.min), max: self.max.sup(&other.max) }
    }

    /// The point in the middle.
    #[must_use]
    pub fn center(&self) -> Vector3<f32> {
        (self.min + self.max) * 0.5
    }

    /// Length of the diagonal in metres.
    #[must_use]
    pub fn diagonal(&self) -> f32 {
        (self.max - self.min).norm()
    }

    /// The eight corners.
    #[must_use]
    pub fn corners(&self) -> [Vector3<f32>; 8] {
        std::array::from_fn(|corner| {
            Vector3::from_fn(
                |axis, _| if corner >> axis & 1 == 0 { self.min[axis] } else { self.max[axis] },
            )
        })
    }

    /// A box around this one moved by an affine matrix.
    #[must_use]
    pub fn transformed(&self, target_from_source: &Matrix4<f32>) -> Self {
        let linear = target_from_source.fixed_view::<3, 3>(0, 0);
        let center = linear * self.center() + target_from_source.fixed_view::<3, 1>(0, 3);
        let half = linear.abs() * ((self.max - self.min) * 0.5);
        Self { min: center - half, max: center + half }
    }
}

/// The box of every vertex in the rest pose; of the joints where the model has no vertices.
///
/// A model with neither has a box of no size at the origin.
#[must_use]
pub fn rest_bounds(model: &Model) -> Aabb {
    let pose = Pose::rest(&model.skeleton);
    let skin = pose.skin_matrices(&model.skeleton, &model.slots);
    let meshes = model
        .meshes
        .iter()
        .filter_map(|mesh| Aabb::around(&skin_mesh(mesh, &skin, &mesh.morph_weights).positions));
    meshes.reduce(|bounds, mesh| bounds.union(&mesh)).unwrap_or_else(|| {
        let origins: Vec<Vector3<f32>> = pose
            .model_from_joints(&model.skeleton)
            .iter()
            .map(|model_from_joint| model_from_joint.fixed_view::<3, 1>(0, 3).into_owned())
            .collect();
        Aabb::around(&origins).unwrap_or_default()
    })
}

/// What relative errors are relative to: the largest side of the rest pose's box in metres, or 1 where
/// the box has no size (a file with the clips of a single joint).
pub(super) fn extent_m(rest_bounds: &Aabb) -> f32 {
    let side_m = (rest_bounds.max - rest_bounds.min).max();
    if side_m > 0.0 { side_m } else { 1.0 }
}

/// The box, in mesh space, of the vertices that each slot of the model moves; `None` where it moves none.
///
/// The boxes hold what morph targets do with any weight that the mesh or a key of a clip sets.
/// In a model without any mesh, each slot has a box around its joint, a tenth of the extent wide.
#[must_use]
pub fn slot_bounds(model: &Model) -> Vec<Option<Aabb>> {
    let mut bounds: Vec<Option<Aabb>> = vec![None; model.slots.len()];
    for mesh in &model.meshes {
        let ranges = weight_ranges(mesh, &model.clips);
        for vertex in 0..mesh.vertices.positions.len() {
            let Some(reach) = morphed_bounds(mesh, vertex, &ranges) else { continue };
            for (slot, _) in mesh.vertices.influences(vertex) {
                if let Some(entry) = bounds.get_mut(usize::from(slot.0)) {
                    *entry = Some(entry.map_or(reach, |old| old.union(&reach)));
                }
            }
        }
    }
    if model.meshes.is_empty() {
        let radius = extent_m(&rest_bounds(model)) * 0.05;
        let cube = Aabb { min: Vector3::repeat(-radius), max: Vector3::repeat(radius) };
        for (entry, slot) in bounds.iter_mut().zip(&model.slots) {
            let mesh_from_joint = slot.inverse_bind.try_inverse().unwrap_or_else(Matrix4::identity);
            *entry = Some(cube.transformed(&mesh_from_joint));
        }
    }
    bounds
}

/// The smallest and largest weight of each morph target that the mesh or a key of a clip sets.
fn weight_ranges(mesh: &Mesh, clips: &[Clip]) -> Vec<(f32, f32)> {
    let mut ranges: Vec<(f32, f32)> = (0..mesh.morph_targets.len())
        .map(|target| mesh.morph_weights.get(target).copied().unwrap_or(0.0))
        .map(|weight| (weight, weight))
        .collect();
    let tracks = clips.iter().flat_map(|clip| &clip.morphs).filter(|morph| morph.node == mesh.node);
    for values in tracks.flat_map(|morph| &morph.track.values) {
        for ((low, high), weight) in ranges.iter_mut().zip(values) {
            *low = low.min(*weight);
            *high = high.max(*weight);
        }
    }
    ranges
}

fn morphed_bounds(mesh: &Mesh, vertex: usize, ranges: &[(f32, f32)]) -> Option<Aabb> {
    let position = *mesh.vertices.positions.get(vertex)?;
    let mut reach = Aabb { min: position, max: position };
    for (target, (low, high)) in mesh.morph_targets.iter().zip(ranges) {
        if let Some(delta) = target.positions.get(vertex) {
            reach.min += (delta * *low).inf(&(delta * *high));
            reach.max += (delta * *low).sup(&(delta * *high));
        }
    }
    Some(reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::fixtures::arm;
    use crate::asset::Transform;

    #[test]
    fn rest_bounds_are_those_of_the_vertices() {
        let bounds = rest_bounds(&arm());
        assert!((bounds.min - Vector3::new(-0.2, 0.0, -0.2)).norm() < 1e-6);
        assert!((bounds.max - Vector3::new(0.2, 2.0, 0.2)).norm() < 1e-6);
    }

    #[test]
    fn models_without_vertices_are_as_large_as_their_joints() {
        let mut model = arm();
        model.meshes.clear();
        assert!((rest_bounds(&model).diagonal() - 2.0).abs() < 1e-6);
        let slots = slot_bounds(&model);
        // Slot 2 has its joint 2 m up in mesh space.
        let center = slots[2].unwrap().center();
        assert!((center - Vector3::new(0.0, 2.0, 0.0)).norm() < 1e-6, "{center}");
    }

    #[test]
    fn slot_bounds_hold_the_vertices_they_move() {
        let slots = slot_bounds(&arm());
        let middle = slots[1].unwrap();
        assert!((middle.min - Vector3::new(-0.2, 0.25, -0.2)).norm() < 1e-6, "{middle:?}");
        assert!((middle.max - Vector3::new(0.2, 1.75, 0.2)).norm() < 1e-6, "{middle:?}");
    }

    #[test]
    fn moved_box_holds_its_moved_corners() {
        let bounds = Aabb { min: Vector3::new(-1.0, 0.0, 2.0), max: Vector3::new(3.0, 0.5, 4.0) };
        let matrix = Transform {
            translation: Vector3::new(1.0, 2.0, 3.0),
            rotation: nalgebra::Quaternion::new(0.7, 0.3, -0.2, 0.5),
            scale: Vector3::new(1.0, -2.0, 0.5),
        }
        .to_matrix();
        let moved = bounds.transformed(&matrix);
        let corners = bounds.corners().map(|it| matrix.transform_point(&it.into()).coords);
        let exact = Aabb::around(&corners).unwrap();
        assert!((moved.min - exact.min).norm() < 1e-5 && (moved.max - exact.max).norm() < 1e-5);
    }
}
