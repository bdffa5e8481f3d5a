//! [`RigidParts`]: models that nothing moves, whose parts stand where their nodes put them.

use nalgebra::Matrix4;

use super::VertexKind;
use crate::anim::Pose;
use crate::asset::{Model, SlotIdx};

/// Matrices that `BoneTransforms` of Render.fxh has room for.
pub(super) const MAX_BONES: usize = 250;

/// Where the parts of a model stand that has neither a skin nor clips.
#[derive(Debug, PartialEq)]
pub(super) struct RigidParts {
    /// [`VertexKind::Mesh`] where every part stands in the model's own space, else [`VertexKind::Model`].
    pub(super) kind: VertexKind,
    /// `model_from_mesh`, one for each node that carries a mesh.
    pub(super) bones: Vec<Matrix4<f32>>,
    /// For each mesh of the model, its index into `bones`.
    pub(super) bone_of_mesh: Vec<usize>,
}

impl RigidParts {
    /// The parts of a model; `None` where anything moves them, or where they need more bones than `max_bones`.
    pub(super) fn of(model: &Model, max_bones: usize) -> Option<Self> {
        if !model.clips.is_empty() || model.meshes.iter().any(|mesh| mesh.skin.is_some()) {
            return None;
        }
        let rest = Pose::rest(&model.skeleton).skin_matrices(&model.skeleton, &model.slots);
        let mut slots: Vec<SlotIdx> = Vec::new();
        let mut bone_of_mesh = Vec::with_capacity(model.meshes.len());
        for mesh in &model.meshes {
            let slot = mesh.vertices.slots.first().map_or(SlotIdx(0), |it| it[0]);
            let is_one = (0..mesh.vertices.positions.len())
                .all(|vertex| mesh.vertices.influences(vertex).all(|(it, _)| it == slot));
            if !is_one {
                return None;
            }
            let bone = slots.iter().position(|it| *it == slot).unwrap_or_else(|| {
                slots.push(slot);
                slots.len() - 1
            });
            bone_of_mesh.push(bone);
        }
        if slots.len() > max_bones {
            return None;
        }
        let matrix = |slot: &SlotIdx| rest.get(usize::from(slot.0)).copied();
        let bones: Vec<Matrix4<f32>> = slots.iter().map(matrix).collect::<Option<_>>()?;
        let is_placed = bones.iter().any(|it| *it != Matrix4::identity());
        let kind = if is_placed { VertexKind::Model } else { VertexKind::Mesh };
        Some(Self { kind, bones, bone_of_mesh })
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;
    use crate::anim::fixtures::{arm, wave};

    /// Two parts, on the joints 0 and 1 of the arm.
    fn two_parts() -> Model {
        let mut model = arm();
        model.clips.clear();
        let mut other = model.meshes[0].clone();
        for (index, mesh) in [&mut model.meshes[0], &mut other].into_iter().enumerate() {
            mesh.skin = None;
            mesh.vertices.slots.fill([SlotIdx(u16::try_from(index).unwrap()); 4]);
        }
        model.meshes.push(other);
        for slot in &mut model.slots {
            slot.inverse_bind = Matrix4::identity();
        }
        model
    }

    #[test]
    fn parts_stand_where_their_nodes_do() {
        let model = two_parts();
        let rigid = RigidParts::of(&model, 2).unwrap();
        assert_eq!((rigid.kind, &rigid.bone_of_mesh[..]), (VertexKind::Model, &[0, 1][..]));
        let place = model.skeleton.joints()[1].rest.translation;
        assert!(place.norm() > 0.5);
        assert_eq!(rigid.bones[1], Matrix4::new_translation(&place) * rigid.bones[0]);
        assert_eq!(RigidParts::of(&model, 1), None, "there is room for one bone alone");
    }

    #[test]
    fn a_model_in_its_own_space_is_meshes() {
        let mut model = two_parts();
        model.meshes.pop();
        assert_eq!(RigidParts::of(&model, 250).unwrap().kind, VertexKind::Mesh);
        model.slots[0].inverse_bind = Matrix4::new_translation(&Vector3::x());
        assert_eq!(RigidParts::of(&model, 250).unwrap().kind, VertexKind::Model);
    }

    #[test]
    fn what_joints_move_is_not_rigid() {
        let rigid = two_parts();
        let mut skinned = rigid.clone();
        skinned.meshes[1].skin = Some(0);
        let mut animated = rigid.clone();
        animated.clips.push(wave());
        let mut blended = rigid.clone();
        blended.meshes[0].vertices.slots[3] = [0, 1, 0, 0].map(SlotIdx);
        blended.meshes[0].vertices.weights[3] = [0.5, 0.5, 0.0, 0.0].into();
        assert!(RigidParts::of(&rigid, 250).is_some());
        for model in [skinned, animated, blended] {
            assert_eq!(RigidParts::of(&model, 250), None);
        }
    }
}
