//! [`Pose`]: where the joints of a skeleton are at one time of a clip, and the matrices that follow.
//!
//! ```text
//! tracks -> Pose (parent_from_joint, one a joint) -> model_from_joint -> skin matrices (one a slot)
//! ```

use nalgebra::{Matrix4, Quaternion};

use super::ClipTime;
use super::keyed::ROUNDED_LENGTH;
use crate::asset::{Clip, Skeleton, SkinSlot, Transform};

/// Local transforms (`parent_from_joint`), one a joint of the skeleton, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// One a joint.
    pub locals: Vec<Transform>,
}

impl Pose {
    /// The pose of the joints where no clip moves them.
    #[must_use]
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self { locals: skeleton.joints().iter().map(|joint| joint.rest).collect() }
    }

    /// The pose at a time of a clip. What no track moves keeps its rest value; root motion stays in.
    #[must_use]
    pub fn sample(skeleton: &Skeleton, clip: &Clip, time: ClipTime) -> Self {
        let mut pose = Self::rest(skeleton);
        ClipSampler::new(clip).sample_into(time, &mut pose);
        pose
    }

    /// Writes `model_from_joint` of every joint into `out`, in the skeleton's order.
    pub fn model_from_joints_into(&self, skeleton: &Skeleton, out: &mut Vec<Matrix4<f32>>) {
        out.clear();
        for (joint, local) in skeleton.joints().iter().zip(&self.locals) {
            let parent_from_joint = parent_from_local(local);
            // Parents come first, so `out` already holds the parent.
            let model_from_joint = match joint.parent.and_then(|parent| out.get(parent.index())) {
                Some(model_from_parent) => mul_affine(model_from_parent, &parent_from_joint),
                None => parent_from_joint,
            };
            out.push(model_from_joint);
        }
    }

    /// `model_from_joint` of every joint, in the skeleton's order.
    #[must_use]
    pub fn model_from_joints(&self, skeleton: &Skeleton) -> Vec<Matrix4<f32>> {
        let mut out = Vec::with_capacity(self.locals.len());
        self.model_from_joints_into(skeleton, &mut out);
        out
    }

    /// `model_from_mesh` of every skin slot, in the order of `slots`.
    #[must_use]
    pub fn skin_matrices(&self, skeleton: &Skeleton, slots: &[SkinSlot]) -> Vec<Matrix4<f32>> {
        let model_from_joints = self.model_from_joints(skeleton);
        let mut out = Vec::with_capacity(slots.len());
        skin_matrices_into(&model_from_joints, slots, &mut out);
        out
    }
}

/// Writes `model_from_joint * joint_from_mesh` of every slot into `out`, in the order of `slots`.
///
/// A slot whose joint has no matrix keeps its vertices where they are.
pub fn skin_matrices_into(
    model_from_joints: &[Matrix4<f32>],
    slots: &[SkinSlot],
    out: &mut Vec<Matrix4<f32>>,
) {
    out.clear();
    out.extend(slots.iter().map(|slot| {
        model_from_joints
            .get(slot.joint.index())
            .map_or_else(Matrix4::identity, |model_from_joint| {
                mul_affine(model_from_joint, &slot.inverse_bind)
            })
    }));
}

/// Scales, then rotates, then translates a column vector.
///
/// A rotation whose length is a rounded 1 is used as stored, in the form of the matrix that glTF programs
/// use; others are normalised, and one of no length is none.
fn parent_from_local(local: &Transform) -> Matrix4<f32> {
    let Transform { translation: t, rotation, scale: s } = local;
    let length = rotation.cast::<f64>().norm();
    let q = if (length - 1.0).abs() <= ROUNDED_LENGTH {
        *rotation
    } else if length > 0.0 && length.is_finite() {
        (rotation.cast::<f64>() / length).cast()
    } else {
        Quaternion::identity()
    };
    let (x, y, z, w) = (q.i, q.j, q.k, q.w);
    Matrix4::from([
        [
            (1.0 - 2.0 * (y * y + z * z)) * s.x,
            2.0 * (x * y + w * z) * s.x,
            2.0 * (x * z - w * y) * s.x,
            0.0,
        ],
        [
            2.0 * (x * y - w * z) * s.y,
            (1.0 - 2.0 * (x * x + z * z)) * s.y,
            2.0 * (y * z + w * x) * s.y,
            0.0,
        ],
        [
            2.0 * (x * z + w * y) * s.z,
            2.0 * (y * z - w * x) * s.z,
            (1.0 - 2.0 * (x * x + y * y)) * s.z,
            0.0,
        ],
        [t.x, t.y, t.z, 1.0],
    ])
}

/// The product of two matrices whose bottom rows are 0 0 0 1; the result's is exactly that as well.
fn mul_affine(a: &Matrix4<f32>, b: &Matrix4<f32>) -> Matrix4<f32> {
    let mut out = *a;
    for column in 0..4 {
        let (x, y, z) = (b[(0, column)], b[(1, column)], b[(2, column)]);
        for row in 0..3 {
            let sum = a[(row, 0)] * x + a[(row, 1)] * y + a[(row, 2)] * z;
            out[(row, column)] = if column == 3 { sum + a[(row, 3)] } else { sum };
        }
    }
    out.set_row(3, &nalgebra::RowVector4::new(0.0, 0.0, 0.0, 1.0));
    out
}

/// Samples a clip at many times without allocating; rising times make the search for keys free.
#[derive(Clone, Debug)]
pub struct ClipSampler<'a> {
    clip: &'a Clip,
    /// The key found last of each joint's translation, rotation and scale.
    cursors: Vec<[usize; 3]>,
}

impl<'a> ClipSampler<'a> {
    /// A sampler that has sampled nothing yet.
    #[must_use]
    pub fn new(clip: &'a Clip) -> Self {
        Self { clip, cursors: vec![[0; 3]; clip.joints.len()] }
    }

    /// Overwrites what the clip moves; the rest of `pose` stays, so start from [`Pose::rest`].
    pub fn sample_into(&mut self, time: ClipTime, pose: &mut Pose) {
        let joints = self.clip.joints.iter().zip(&mut self.cursors);
        for (local, (tracks, cursors)) in pose.locals.iter_mut().zip(joints) {
            let [translation, rotation, scale] = cursors;
            if let Some(track) = &tracks.translation
                && let Some(value) = track.sample_from(time, translation)
            {
                local.translation = value;
            }
            if let Some(track) = &tracks.rotation
                && let Some(value) = track.sample_from(time, rotation)
            {
                local.rotation = value;
            }
            if let Some(track) = &tracks.scale
                && let Some(value) = track.sample_from(time, scale)
            {
                local.scale = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::fixtures::{arm, wave};
    use nalgebra::{Point3, Vector3};

    fn tip(pose: &Pose, model: &crate::asset::Model) -> Point3<f32> {
        pose.model_from_joints(&model.skeleton)[2].transform_point(&Point3::origin())
    }

    #[test]
    fn p11_joints_without_tracks_keep_their_rest_pose() {
        let mut model = arm();
        model.clips = vec![Clip { joints: Vec::new(), ..wave() }];
        let time = ClipTime::new(0.3).unwrap();
        let pose = Pose::sample(&model.skeleton, &model.clips[0], time);
        assert_eq!(pose, Pose::rest(&model.skeleton));
        assert!((tip(&pose, &model) - Point3::new(0.0, 2.0, 0.0)).norm() < 1e-6);
    }

    #[test]
    fn children_follow_their_parents() {
        let model = arm();
        // At 0.5 s the middle joint is turned by 90 degrees about z: the tip points to -x.
        let pose = Pose::sample(&model.skeleton, &wave(), ClipTime::new(0.5).unwrap());
        assert!((tip(&pose, &model) - Point3::new(-1.0, 1.0, 0.0)).norm() < 1e-6);
    }

    #[test]
    fn rest_pose_skins_to_the_bind_pose() {
        let model = arm();
        let pose = Pose::rest(&model.skeleton);
        for skin in pose.skin_matrices(&model.skeleton, &model.slots) {
            assert!((skin - Matrix4::identity()).norm() < 1e-6, "{skin}");
        }
    }

    #[test]
    fn p5_the_inverse_bind_matrix_of_the_file_is_used() {
        let mut model = arm();
        model.slots[1].inverse_bind = Matrix4::new_translation(&Vector3::new(3.0, 0.0, 0.0));
        let skin = Pose::rest(&model.skeleton).skin_matrices(&model.skeleton, &model.slots);
        let moved = skin[1].transform_point(&Point3::origin());
        assert!((moved - Point3::new(3.0, 1.0, 0.0)).norm() < 1e-6, "{moved}");
    }

    #[test]
    fn scale_comes_before_rotation_and_translation() {
        let transform = Transform {
            translation: Vector3::new(10.0, 0.0, 0.0),
            rotation: Quaternion::new(0.5_f32.sqrt(), 0.0, 0.0, 0.5_f32.sqrt()),
            scale: Vector3::new(2.0, 3.0, 4.0),
        };
        let point = parent_from_local(&transform).transform_point(&Point3::new(1.0, 1.0, 1.0));
        assert!((point - Point3::new(7.0, 2.0, 4.0)).norm() < 1e-5, "{point}");
    }

    #[test]
    fn local_matrix_is_the_one_of_the_transform() {
        let mut transform = Transform {
            translation: Vector3::new(1.0, -2.0, 3.0),
            rotation: Quaternion::new(0.7, 0.1, -0.3, 0.4),
            scale: Vector3::new(2.0, 1.0, -0.5),
        };
        for (length, is_exact_in_f32) in [(1.0, true), (7.0, true), (1e-30, false), (0.0, true)] {
            transform.rotation = Quaternion::new(0.7, 0.1, -0.3, 0.4).normalize() * length;
            let (got, expected) = (parent_from_local(&transform), transform.to_matrix());
            // `to_matrix` takes lengths in f32, where the square of 1e-30 is 0: this one is more exact.
            if is_exact_in_f32 {
                assert!((got - expected).amax() < 1e-6, "{length}: {got} {expected}");
            }
            assert!((got.column(1).norm() - 1.0).abs() < 1e-6, "{length}: {got}");
        }
    }

    #[test]
    fn affine_product_is_the_matrix_product() {
        let a = Transform {
            translation: Vector3::new(1.0, -2.0, 3.0),
            rotation: Quaternion::new(0.7, 0.1, -0.3, 0.4),
            scale: Vector3::new(2.0, 1.0, -0.5),
        }
        .to_matrix();
        let b = Matrix4::new_translation(&Vector3::new(0.5, 0.25, 9.0))
            * a.transpose().map(|it| it * 0.5);
        let b =
            Matrix4::from_fn(|r, c| if r == 3 { f32::from(u8::from(c == 3)) } else { b[(r, c)] });
        assert!((mul_affine(&a, &b) - a * b).norm() < 1e-5);
    }
}
