//! [`Skeleton`]: the joint tree of a model, parents before children.

use nalgebra::{Matrix4, Quaternion, Vector3};

/// Index of a joint in its [`Skeleton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointIdx(pub u16);

impl JointIdx {
    /// The index as a `usize`, for slices that run parallel to [`Skeleton::joints`].
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Translation, rotation and scale of a joint relative to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Metres, left-handed, +Y up, +Z forward.
    pub translation: Vector3<f32>,
    /// As stored in the file; not necessarily of unit length.
    pub rotation: Quaternion<f32>,
    /// Factor along each local axis.
    pub scale: Vector3<f32>,
}

impl Transform {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self {
        translation: Vector3::new(0.0, 0.0, 0.0),
        rotation: Quaternion::new(1.0, 0.0, 0.0, 0.0),
        scale: Vector3::new(1.0, 1.0, 1.0),
    };

    /// `parent_from_local`: scales, then rotates, then translates a column vector.
    ///
    /// The rotation is normalised first; a rotation of zero length counts as none.
    #[must_use]
    pub fn to_matrix(&self) -> Matrix4<f32> {
        let length = self.rotation.norm();
        let q = if length > 0.0 { self.rotation / length } else { Quaternion::identity() };
        let mut m = nalgebra::UnitQuaternion::new_unchecked(q).to_homogeneous();
        for (axis, scale) in self.scale.iter().enumerate() {
            m.column_mut(axis).scale_mut(*scale);
        }
        m.fixed_view_mut::<3, 1>(0, 3).copy_from(&self.translation);
        m
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// One joint: a node of the file, whether or not a skin uses it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name as in the file, or one made from the node number; not necessarily unique.
    pub name: String,
    /// `None` for a root.
    pub parent: Option<JointIdx>,
    /// Pose of the joint where no clip moves it.
    pub rest: Transform,
    /// Index of the node in the file.
    pub node: u32,
}

/// The joint tree of a model. Parents come before their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
}

/// What a list of joints lacks to be a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    /// A joint stands before its parent, or is its own parent.
    #[error("joint {joint} ('{name}') has parent {parent}, which does not come before it")]
    ParentAfterChild {
        /// Index of the joint.
        joint: usize,
        /// Name of the joint.
        name: String,
        /// Index of the parent it names.
        parent: u16,
    },
    /// More joints than an index can count.
    #[error("{count} joints; a skeleton holds at most 65535")]
    TooManyJoints {
        /// Number of joints given.
        count: usize,
    },
}

impl Skeleton {
    /// Checks the order of the joints and makes them a skeleton.
    ///
    /// # Errors
    /// A parent that does not come before its child; more than 65535 joints.
    pub fn new(joints: Vec<Joint>) -> Result<Self, SkeletonError> {
        if joints.len() > usize::from(u16::MAX) {
            return Err(SkeletonError::TooManyJoints { count: joints.len() });
        }
        for (index, joint) in joints.iter().enumerate() {
            if let Some(parent) = joint.parent
                && parent.index() >= index
            {
                return Err(SkeletonError::ParentAfterChild {
                    joint: index,
                    name: joint.name.clone(),
                    parent: parent.0,
                });
            }
        }
        Ok(Self { joints })
    }

    /// One joint, which is a root whatever it says.
    pub(super) fn single(joint: Joint) -> Self {
        Self { joints: vec![Joint { parent: None, ..joint }] }
    }

    /// The joints, parents first.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(parent: Option<u16>) -> Joint {
        let parent = parent.map(JointIdx);
        Joint { name: "Hips".to_owned(), parent, rest: Transform::IDENTITY, node: 0 }
    }

    #[test]
    fn p17_parents_that_do_not_come_first_are_refused() {
        for (parents, refused) in [
            (vec![Some(0)], 0),
            (vec![None, Some(2), Some(0)], 1),
            (vec![None, Some(0), Some(9)], 2),
        ] {
            let error = Skeleton::new(parents.iter().copied().map(joint).collect()).unwrap_err();
            let parent = parents[refused].unwrap();
            assert_eq!(
                error.to_string(),
                format!(
                    "joint {refused} ('Hips') has parent {parent}, which does not come before it"
                )
            );
        }
        let chain = [None, Some(0), Some(1), None].map(joint).to_vec();
        assert_eq!(Skeleton::new(chain.clone()).unwrap().joints(), chain);
    }

    #[test]
    fn more_joints_than_an_index_counts_are_refused() {
        assert!(Skeleton::new(vec![joint(None); 65_535]).is_ok());
        let error = Skeleton::new(vec![joint(None); 65_536]).unwrap_err();
        assert_eq!(error, SkeletonError::TooManyJoints { count: 65_536 });
    }

    #[test]
    fn a_rotation_of_any_length_is_normalised_and_none_is_none() {
        let turned = |rotation| Transform { rotation, ..Transform::IDENTITY }.to_matrix();
        let half_turn = turned(Quaternion::new(0.0, 0.0, 0.0, 5.0));
        assert_eq!(half_turn * nalgebra::Vector4::x(), -nalgebra::Vector4::x());
        assert_eq!(turned(Quaternion::new(0.0, 0.0, 0.0, 0.0)), Matrix4::identity());
    }
}
