//! The joint tree: names in the common humanoid convention, where the joints stand in the bind pose, and poses.
//!
//! The character looks along +Z, +X is its left, the ground is y = 0. In the bind pose (an A-pose) every joint has
//! the axes of the model, so a joint's local rotation is about model axes as its parent carries them.

use glam::{DQuat, DVec3};

/// Number of joints.
pub const JOINT_COUNT: usize = 22;

/// One joint of the tree; the discriminant is its index in the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the convention's own")]
pub enum Joint {
    Hips,
    Spine,
    Spine1,
    Spine2,
    Neck,
    Head,
    LeftShoulder,
    LeftArm,
    LeftForeArm,
    LeftHand,
    RightShoulder,
    RightArm,
    RightForeArm,
    RightHand,
    LeftUpLeg,
    LeftLeg,
    LeftFoot,
    LeftToeBase,
    RightUpLeg,
    RightLeg,
    RightFoot,
    RightToeBase,
}

use Joint::{
    Head, Hips, LeftArm, LeftFoot, LeftForeArm, LeftHand, LeftLeg, LeftShoulder, LeftToeBase,
    LeftUpLeg, Neck, RightArm, RightFoot, RightForeArm, RightHand, RightLeg, RightShoulder,
    RightToeBase, RightUpLeg, Spine, Spine1, Spine2,
};

/// All joints, parents before children.
pub const JOINTS: [Joint; JOINT_COUNT] = [
    Hips,
    Spine,
    Spine1,
    Spine2,
    Neck,
    Head,
    LeftShoulder,
    LeftArm,
    LeftForeArm,
    LeftHand,
    RightShoulder,
    RightArm,
    RightForeArm,
    RightHand,
    LeftUpLeg,
    LeftLeg,
    LeftFoot,
    LeftToeBase,
    RightUpLeg,
    RightLeg,
    RightFoot,
    RightToeBase,
];

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Positive X.
    Left,
    /// Negative X.
    Right,
}

impl Side {
    /// Both sides, left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// +1 on the left, -1 on the right.
    #[must_use]
    pub fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// A point or vector given for the left side, on this side.
    #[must_use]
    pub fn mirror(self, left: DVec3) -> DVec3 {
        DVec3::new(left.x * self.sign(), left.y, left.z)
    }

    /// Shoulder, arm, forearm and hand of this side.
    #[must_use]
    pub fn arm(self) -> [Joint; 4] {
        match self {
            Self::Left => [LeftShoulder, LeftArm, LeftForeArm, LeftHand],
            Self::Right => [RightShoulder, RightArm, RightForeArm, RightHand],
        }
    }

    /// Thigh, shin, foot and toes of this side.
    #[must_use]
    pub fn leg(self) -> [Joint; 4] {
        match self {
            Self::Left => [LeftUpLeg, LeftLeg, LeftFoot, LeftToeBase],
            Self::Right => [RightUpLeg, RightLeg, RightFoot, RightToeBase],
        }
    }
}

impl Joint {
    /// Index in the skin and in every per-joint array.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Name as written to the file.
    #[must_use]
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// Parent, `None` for the hips.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        Some(match self {
            Hips => return None,
            Spine | LeftUpLeg | RightUpLeg => Hips,
            Spine1 => Spine,
            Spine2 => Spine1,
            Neck | LeftShoulder | RightShoulder => Spine2,
            Head => Neck,
            LeftArm => LeftShoulder,
            LeftForeArm => LeftArm,
            LeftHand => LeftForeArm,
            RightArm => RightShoulder,
            RightForeArm => RightArm,
            RightHand => RightForeArm,
            LeftLeg => LeftUpLeg,
            LeftFoot => LeftLeg,
            LeftToeBase => LeftFoot,
            RightLeg => RightUpLeg,
            RightFoot => RightLeg,
            RightToeBase => RightFoot,
        })
    }

    /// Where the joint stands in the bind pose, in model space, metres.
    #[must_use]
    pub fn bind_position(self) -> DVec3 {
        let (side, left) = match self {
            Hips => (Side::Left, DVec3::new(0.0, 0.95, 0.0)),
            Spine => (Side::Left, DVec3::new(0.0, 1.06, -0.008)),
            Spine1 => (Side::Left, DVec3::new(0.0, 1.17, -0.012)),
            Spine2 => (Side::Left, DVec3::new(0.0, 1.28, -0.015)),
            Neck => (Side::Left, DVec3::new(0.0, 1.435, -0.022)),
            Head => (Side::Left, DVec3::new(0.0, 1.535, -0.005)),
            LeftShoulder => (Side::Left, DVec3::new(0.045, 1.395, -0.015)),
            RightShoulder => (Side::Right, DVec3::new(0.045, 1.395, -0.015)),
            LeftArm => (Side::Left, SHOULDER),
            RightArm => (Side::Right, SHOULDER),
            LeftForeArm => (Side::Left, ELBOW),
            RightForeArm => (Side::Right, ELBOW),
            LeftHand => (Side::Left, WRIST),
            RightHand => (Side::Right, WRIST),
            LeftUpLeg => (Side::Left, HIP),
            RightUpLeg => (Side::Right, HIP),
            LeftLeg => (Side::Left, KNEE),
            RightLeg => (Side::Right, KNEE),
            LeftFoot => (Side::Left, ANKLE),
            RightFoot => (Side::Right, ANKLE),
            LeftToeBase => (Side::Left, BALL),
            RightToeBase => (Side::Right, BALL),
        };
        side.mirror(left)
    }

    /// Translation from the parent in the bind pose, metres; for the hips, from the model's origin.
    #[must_use]
    pub fn bind_offset(self) -> DVec3 {
        self.bind_position() - self.parent().map_or(DVec3::ZERO, Self::bind_position)
    }
}

/// Direction of the left arm in the bind pose: 45 degrees below the horizontal.
pub const ARM_DIRECTION: DVec3 =
    DVec3::new(std::f64::consts::FRAC_1_SQRT_2, -std::f64::consts::FRAC_1_SQRT_2, 0.0);
/// Left shoulder joint in the bind pose.
pub const SHOULDER: DVec3 = DVec3::new(0.175, 1.39, -0.015);
/// Left elbow in the bind pose.
pub const ELBOW: DVec3 = DVec3::new(0.3673, 1.1977, -0.015);
/// Left wrist in the bind pose.
pub const WRIST: DVec3 = DVec3::new(0.5476, 1.0174, -0.015);
/// Left hip joint in the bind pose.
pub const HIP: DVec3 = DVec3::new(0.092, 0.905, 0.0);
/// Left knee in the bind pose.
pub const KNEE: DVec3 = DVec3::new(0.102, 0.49, -0.003);
/// Left ankle in the bind pose.
pub const ANKLE: DVec3 = DVec3::new(0.108, 0.095, -0.025);
/// Left ball of the foot, where the toes bend, in the bind pose.
pub const BALL: DVec3 = DVec3::new(0.116, 0.03, 0.105);

/// A pose: where the hips are and how every joint is turned relative to its parent.
#[derive(Clone, Debug)]
pub struct Pose {
    /// Translation of the hips in model space, metres.
    pub hips_position: DVec3,
    /// Rotation of each joint relative to its parent, indexed by [`Joint::index`].
    pub rotations: [DQuat; JOINT_COUNT],
}

impl Default for Pose {
    fn default() -> Self {
        Self { hips_position: Hips.bind_position(), rotations: [DQuat::IDENTITY; JOINT_COUNT] }
    }
}

/// Rotation and position of every joint in model space.
#[derive(Clone, Debug)]
pub struct World {
    /// Rotations from the bind pose, indexed by [`Joint::index`].
    pub rotations: [DQuat; JOINT_COUNT],
    /// Positions in metres, indexed by [`Joint::index`].
    pub positions: [DVec3; JOINT_COUNT],
}

impl Pose {
    /// Local rotation of a joint.
    #[must_use]
    pub fn rotation(&self, joint: Joint) -> DQuat {
        self.rotations[joint.index()]
    }

    /// Sets the local rotation of a joint.
    pub fn set(&mut self, joint: Joint, rotation: DQuat) {
        self.rotations[joint.index()] = rotation;
    }

    /// Sets the local rotation of a joint so that its rotation in model space is `model_rotation`, given the pose of
    /// its ancestors.
    pub fn set_in_model(&mut self, joint: Joint, model_rotation: DQuat) {
        let parent = joint.parent().map_or(DQuat::IDENTITY, |parent| self.model_rotation(parent));
        self.set(joint, (parent.inverse() * model_rotation).normalize());
    }

    /// Rotation of a joint in model space.
    #[must_use]
    pub fn model_rotation(&self, joint: Joint) -> DQuat {
        let local = self.rotation(joint);
        joint.parent().map_or(local, |parent| self.model_rotation(parent) * local)
    }

    /// Position of a joint in model space, metres.
    #[must_use]
    pub fn model_position(&self, joint: Joint) -> DVec3 {
        joint.parent().map_or(self.hips_position, |parent| {
            self.model_position(parent) + self.model_rotation(parent) * joint.bind_offset()
        })
    }

    /// All joints in model space.
    #[must_use]
    pub fn world(&self) -> World {
        let mut world =
            World { rotations: self.rotations, positions: [self.hips_position; JOINT_COUNT] };
        for joint in JOINTS {
            if let Some(parent) = joint.parent() {
                let (p, j) = (parent.index(), joint.index());
                world.rotations[j] = world.rotations[p] * self.rotations[j];
                world.positions[j] = world.positions[p] + world.rotations[p] * joint.bind_offset();
            }
        }
        world
    }
}

impl World {
    /// Where a point that is bound rigidly to `joint` at `bind_point` (model space) is now, metres.
    #[must_use]
    pub fn carry(&self, joint: Joint, bind_point: DVec3) -> DVec3 {
        let j = joint.index();
        self.positions[j] + self.rotations[j] * (bind_point - joint.bind_position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_first_and_sides_mirror() {
        for (index, joint) in JOINTS.into_iter().enumerate() {
            assert_eq!(joint.index(), index);
            assert!(joint.parent().is_none_or(|parent| parent.index() < index), "{joint:?}");
        }
        for (left, right) in Side::Left.leg().into_iter().zip(Side::Right.leg()) {
            let mirrored = Side::Right.mirror(left.bind_position());
            assert!((mirrored - right.bind_position()).length() < 1e-12);
        }
    }

    #[test]
    fn the_default_pose_is_the_bind_pose() {
        let world = Pose::default().world();
        for joint in JOINTS {
            assert!((world.positions[joint.index()] - joint.bind_position()).length() < 1e-12);
        }
    }
}
