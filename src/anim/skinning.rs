//! Skinning on the CPU: what the vertex shader does, for pictures to be checked against and for bounds.
//!
//! Morph targets move a vertex first, then the blended skin matrix does (glTF 2.0, 3.7.3.2).

use nalgebra::{Matrix3, Matrix4, Vector3, Vector4};

use super::ClipTime;
use crate::asset::{Clip, Mesh, SlotIdx, Vertices};

/// Vertices of one mesh in model space, in the mesh's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedMesh {
    /// Metres.
    pub positions: Vec<Vector3<f32>>,
    /// Unit length, or zero where the mesh has a zero normal.
    pub normals: Vec<Vector3<f32>>,
    /// Unit length, or zero where the mesh has a zero tangent; `w` is the sign of the bitangent.
    pub tangents: Vec<Vector4<f32>>,
}

/// Weights of a mesh's morph targets at a time of a clip; the mesh's own where the clip sets none.
#[must_use]
pub fn morph_weights(mesh: &Mesh, clip: &Clip, time: ClipTime) -> Vec<f32> {
    let track = clip.morphs.iter().find(|morph| morph.node == mesh.node);
    track.and_then(|morph| morph.track.sample(time)).unwrap_or_else(|| mesh.morph_weights.clone())
}

/// The vertices of a mesh in mesh space, moved by its morph targets alone.
///
/// A morph target without a weight does not count.
#[must_use]
pub fn morphed_vertices(mesh: &Mesh, morph_weights: &[f32]) -> Vertices {
    let mut out = mesh.vertices.clone();
    add_morphs(mesh, morph_weights, &mut out.positions, &mut out.normals, &mut out.tangents);
    for normal in &mut out.normals {
        *normal = normalized(*normal);
    }
    for tangent in &mut out.tangents {
        *tangent = normalized(tangent.xyz()).push(tangent.w);
    }
    out
}

/// Moves the vertices of a mesh by its morph targets and its skin matrices (`model_from_mesh`, one a slot).
///
/// A morph target without a weight does not count; a slot without a matrix leaves its vertices in place.
#[must_use]
pub fn skin_mesh(
    mesh: &Mesh,
    skin_matrices: &[Matrix4<f32>],
    morph_weights: &[f32],
) -> SkinnedMesh {
    let vertices = &mesh.vertices;
    let mut out = SkinnedMesh {
        positions: vertices.positions.clone(),
        normals: vertices.normals.clone(),
        tangents: vertices.tangents.clone(),
    };
    add_morphs(mesh, morph_weights, &mut out.positions, &mut out.normals, &mut out.tangents);
    for vertex in 0..out.positions.len() {
        let model_from_mesh = blended_matrix(mesh, vertex, skin_matrices);
        let linear: Matrix3<f32> = model_from_mesh.fixed_view::<3, 3>(0, 0).into_owned();
        let position = &mut out.positions[vertex];
        *position = linear * *position + model_from_mesh.fixed_view::<3, 1>(0, 3);
        // Mirroring turns the handedness of the tangent space around.
        let handedness = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
        if let Some(normal) = out.normals.get_mut(vertex) {
            *normal = normalized(cofactor(&linear) * *normal * handedness);
        }
        if let Some(tangent) = out.tangents.get_mut(vertex) {
            *tangent = normalized(linear * tangent.xyz()).push(tangent.w * handedness);
        }
    }
    out
}

/// Adds displacements; normals and tangents are not of unit length then.
fn add_morphs(
    mesh: &Mesh,
    weights: &[f32],
    positions: &mut [Vector3<f32>],
    normals: &mut [Vector3<f32>],
    tangents: &mut [Vector4<f32>],
) {
    for (target, weight) in mesh.morph_targets.iter().zip(weights) {
        add(positions, &target.positions, *weight);
        add(normals, &target.normals, *weight);
        for (tangent, delta) in tangents.iter_mut().zip(&target.tangents) {
            *tangent += delta.push(0.0) * *weight;
        }
    }
}

fn add(values: &mut [Vector3<f32>], deltas: &[Vector3<f32>], weight: f32) {
    for (value, delta) in values.iter_mut().zip(deltas) {
        *value += delta * weight;
    }
}

/// The weighted sum of the skin matrices of one vertex, of all its influences.
///
/// Weights of zero are skipped. A vertex without any weight moves with its first slot.
#[must_use]
pub fn blended_matrix(mesh: &Mesh, vertex: usize, skin_matrices: &[Matrix4<f32>]) -> Matrix4<f32> {
    let part = |(slot, weight): (SlotIdx, f32)| {
        let matrix = skin_matrices.get(usize::from(slot.0)).copied();
        matrix.unwrap_or_else(Matrix4::identity) * weight
    };
    let parts = mesh.vertices.influences(vertex).map(part);
    // A vertex has one influence at least.
    parts.reduce(|sum, part| sum + part).unwrap_or_else(Matrix4::identity)
}

/// The cofactor matrix: the inverse transpose times the determinant, without the division by it.
///
/// It takes normals through scales that differ from axis to axis, zero ones included.
fn cofactor(m: &Matrix3<f32>) -> Matrix3<f32> {
    let (x, y, z) = (m.column(0), m.column(1), m.column(2));
    Matrix3::from_columns(&[y.cross(&z), z.cross(&x), x.cross(&y)])
}

fn normalized(v: Vector3<f32>) -> Vector3<f32> {
    // In f64: the cofactors of a small model can be too small for their squares in f32.
    let wide = v.cast::<f64>();
    let length = wide.norm();
    if length > 0.0 && length.is_finite() { (wide / length).cast() } else { Vector3::zeros() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::Pose;
    use crate::anim::fixtures::{arm, wave};
    use crate::asset::{Interpolation, MorphTarget, MorphTrack, Track, Transform};

    fn skinned(mesh: &Mesh, transform: &Transform) -> SkinnedMesh {
        skin_mesh(mesh, &[transform.to_matrix(); 3], &mesh.morph_weights)
    }

    #[test]
    fn rest_pose_leaves_vertices_in_place() {
        let model = arm();
        let skin = Pose::rest(&model.skeleton).skin_matrices(&model.skeleton, &model.slots);
        let out = skin_mesh(&model.meshes[0], &skin, &[]);
        for (got, expected) in out.positions.iter().zip(&model.meshes[0].vertices.positions) {
            assert!((got - expected).norm() < 1e-6);
        }
    }

    #[test]
    fn p3_normals_and_tangents_turn_with_the_joints() {
        let model = arm();
        let pose = Pose::sample(&model.skeleton, &wave(), ClipTime::new(0.5).unwrap());
        let skin = pose.skin_matrices(&model.skeleton, &model.slots);
        let out = skin_mesh(&model.meshes[0], &skin, &[]);
        let last = out.positions.len() - 1;
        // Turned by 90 degrees about z: +y becomes -x.
        assert!((out.tangents[last] - Vector4::new(-1.0, 0.0, 0.0, 1.0)).norm() < 1e-6);
        let rest = model.meshes[0].vertices.normals[last];
        assert!((out.normals[last] - Vector3::new(-rest.y, rest.x, rest.z)).norm() < 1e-6);
    }

    #[test]
    fn p4_normals_stay_square_to_the_surface_under_uneven_scale() {
        let model = arm();
        let mut mesh = model.meshes[0].clone();
        let (normal, along) =
            (Vector3::new(1.0, 1.0, 0.0).normalize(), Vector3::new(1.0, -1.0, 0.0));
        mesh.vertices.normals.fill(normal);
        mesh.vertices.tangents.fill(along.normalize().push(1.0));
        for scale in [Vector3::new(1.0, 4.0, 1.0), Vector3::new(1e-4, 3e-4, 1e-4)] {
            let out = skinned(&mesh, &Transform { scale, ..Transform::IDENTITY });
            assert!(out.normals[5].dot(&out.tangents[5].xyz()).abs() < 1e-6);
            assert!((out.normals[5].norm() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn mirroring_keeps_normals_outside_and_flips_the_bitangent() {
        let model = arm();
        let scale = Vector3::new(-1.0, 1.0, 1.0);
        let out = skinned(&model.meshes[0], &Transform { scale, ..Transform::IDENTITY });
        let rest = model.meshes[0].vertices.normals[1];
        assert!((out.normals[1] - Vector3::new(-rest.x, rest.y, rest.z)).norm() < 1e-6);
        assert!((out.tangents[1].w + 1.0).abs() < 1e-6);
    }

    #[test]
    fn p7_vertices_without_weights_move_with_their_first_slot() {
        let mut mesh = arm().meshes.remove(0);
        mesh.vertices.weights.fill(Vector4::zeros());
        let translation = Vector3::new(5.0, 0.0, 0.0);
        let out = skinned(&mesh, &Transform { translation, ..Transform::IDENTITY });
        for (got, rest) in out.positions.iter().zip(&mesh.vertices.positions) {
            assert!((got - rest - translation).norm() < 1e-6);
        }
    }

    #[test]
    fn morph_targets_come_before_the_skin() {
        let mut mesh = arm().meshes.remove(0);
        let count = mesh.vertices.positions.len();
        mesh.morph_targets = vec![MorphTarget {
            positions: vec![Vector3::new(1.0, 0.0, 0.0); count],
            ..MorphTarget::default()
        }];
        mesh.morph_weights = vec![0.5];
        let half_turn = nalgebra::Quaternion::new(0.0, 0.0, 0.0, 1.0);
        let out = skinned(&mesh, &Transform { rotation: half_turn, ..Transform::IDENTITY });
        let rest = mesh.vertices.positions[0];
        assert!((out.positions[0] - Vector3::new(-rest.x - 0.5, -rest.y, rest.z)).norm() < 1e-6);
    }

    #[test]
    fn morphed_vertices_stay_in_mesh_space_with_unit_normals() {
        let mut mesh = arm().meshes.remove(0);
        let count = mesh.vertices.positions.len();
        mesh.morph_targets = vec![MorphTarget {
            positions: vec![Vector3::new(0.0, 0.0, 2.0); count],
            normals: vec![Vector3::new(0.0, 8.0, 0.0); count],
            tangents: Vec::new(),
        }];
        let morphed = morphed_vertices(&mesh, &[0.5]);
        for (vertex, position) in morphed.positions.iter().enumerate() {
            let expected = mesh.vertices.positions[vertex] + Vector3::z();
            assert!((position - expected).norm() < 1e-6);
            let expected = (mesh.vertices.normals[vertex] + Vector3::y() * 4.0).normalize();
            assert!((morphed.normals[vertex] - expected).norm() < 1e-6);
        }
        assert_eq!(morphed.slots, mesh.vertices.slots);
        assert_eq!(morphed_vertices(&mesh, &[]), mesh.vertices);
    }

    #[test]
    fn clip_sets_morph_weights_of_its_node_only() {
        let mut mesh = arm().meshes.remove(0);
        mesh.morph_weights = vec![0.25];
        let track = Track {
            times_s: vec![0.0, 1.0],
            values: vec![vec![0.0], vec![1.0]],
            interpolation: Interpolation::Linear,
        };
        let mut clip = wave();
        clip.morphs = vec![MorphTrack { node: mesh.node, target_count: 1, track }];
        let time = ClipTime::new(0.75).unwrap();
        assert_eq!(morph_weights(&mesh, &clip, time), vec![0.75]);
        clip.morphs[0].node += 1;
        assert_eq!(morph_weights(&mesh, &clip, time), vec![0.25]);
    }
}
