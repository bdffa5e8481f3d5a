//! A model that tests make themselves: a rope of eight joints, whose vertices five to eight of them move.

use nalgebra::{Matrix4, Quaternion, Vector2, Vector3, Vector4};
use sinew::asset::{
    Clip, Interpolation, Joint, JointIdx, JointTracks, Mesh, Model, Skeleton, SkinSlot, SlotIdx,
    Track, Transform, Vertices,
};

use super::two_joints::two_joints;

const JOINTS: u16 = 8;
/// Metres from joint to joint.
const STEP_M: f32 = 0.25;

/// Joints 0.25 m apart upwards, a clip in which each turns another way and one stretches, and one mesh of rings around
/// them. Ring `i` has `5 + i % 4` influences, so that a fifth to a half of the weight is in the second set.
pub(crate) fn eight_joints() -> Model {
    let joint = |index: u16| Joint {
        name: format!("joint {index}"),
        parent: index.checked_sub(1).map(JointIdx),
        rest: Transform {
            translation: Vector3::y() * if index == 0 { 0.0 } else { STEP_M },
            ..Transform::IDENTITY
        },
        node: u32::from(index),
    };
    let slot = |index: u16| SkinSlot {
        joint: JointIdx(index),
        inverse_bind: Matrix4::new_translation(&(Vector3::y() * -STEP_M * f32::from(index))),
    };
    let base = two_joints();
    Model {
        name: "eight joints".to_owned(),
        skeleton: Skeleton::new((0..JOINTS).map(joint).collect()).unwrap(),
        node_ids: Vec::new(),
        slots: (0..JOINTS).map(slot).collect(),
        meshes: vec![rope()],
        materials: base.materials,
        images: base.images,
        clips: vec![coil()],
        notes: Vec::new(),
    }
}

fn rope() -> Mesh {
    let mut vertices = Vertices::default();
    let mut indices = Vec::new();
    for ring in 0..12_u16 {
        let y = f32::from(ring) * 0.16;
        let mut nearest: Vec<(u16, f32)> = (0..JOINTS)
            .map(|joint| (joint, 1.0 / (0.4 + (f32::from(joint) * STEP_M - y).abs())))
            .collect();
        nearest.sort_by(|a, b| b.1.total_cmp(&a.1));
        nearest.truncate(5 + usize::from(ring % 4));
        let sum: f32 = nearest.iter().map(|it| it.1).sum();
        nearest.resize(8, (0, 0.0));
        let slots = |first: usize| std::array::from_fn(|lane| SlotIdx(nearest[first + lane].0));
        let weights = |first: usize| Vector4::from_fn(|lane, _| nearest[first + lane].1 / sum);
        for (x, z) in [(-0.1_f32, -0.1_f32), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)] {
            vertices.positions.push(Vector3::new(x, y, z));
            vertices.normals.push(Vector3::new(x, 0.02, z).normalize());
            vertices.tangents.push(Vector3::new(-z, 0.1, x).normalize().push(1.0));
            vertices.uvs.push(Vector2::new(x + z, y));
            vertices.colors.push(Vector4::repeat(1.0));
            vertices.slots.push(slots(0));
            vertices.weights.push(weights(0));
            vertices.further_slots.push(slots(4));
            vertices.further_weights.push(weights(4));
        }
        if ring > 0 {
            let below = u32::from(ring - 1) * 4;
            for side in 0..4 {
                let next = (side + 1) % 4;
                let quad = [below + side, below + side + 4, below + next + 4, below + next];
                indices.extend([0, 1, 2, 0, 2, 3].map(|corner: usize| quad[corner]));
            }
        }
    }
    Mesh {
        name: "rope".to_owned(),
        node: 0,
        source: (0, 0),
        skin: Some(0),
        material: 0,
        vertices,
        file_vertices: Vec::new(),
        indices,
        morph_targets: Vec::new(),
        morph_weights: Vec::new(),
    }
}

fn coil() -> Clip {
    let mut joints = vec![JointTracks::default(); usize::from(JOINTS)];
    for (index, tracks) in (0..JOINTS).zip(&mut joints) {
        let half = 0.2 + 0.05 * f32::from(index);
        let axis = if index % 2 == 0 { Vector3::x() } else { Vector3::z() } * half.sin();
        let turned = Quaternion::new(half.cos(), axis.x, 0.0, axis.z);
        tracks.rotation = Some(keys([Quaternion::identity(), turned]));
    }
    joints[3].scale = Some(keys([Vector3::repeat(1.0), Vector3::new(0.6, 1.8, 1.2)]));
    Clip { name: "coil".to_owned(), joints, morphs: Vec::new(), first_key_s: 0.0, last_key_s: 1.0 }
}

fn keys<T>(values: [T; 2]) -> Track<T> {
    Track {
        times_s: vec![0.0, 1.0],
        values: Vec::from(values),
        interpolation: Interpolation::Linear,
    }
}
