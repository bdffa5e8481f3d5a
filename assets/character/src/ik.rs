//! Two-bone inverse kinematics for legs and arms.

use glam::{DMat3, DQuat, DVec3};

use crate::skeleton::{ARM_DIRECTION, Joint, Pose, Side};

/// Bend that is always left in a limb: the reach is this share of its full length.
const MAX_REACH: f64 = 0.9995;

/// Puts the ankle at `ankle` (model space, metres) with the knee towards `pole`, and turns the foot to
/// `foot_rotation` (model space, from the bind pose). Where the leg is too short it points at the ankle.
pub fn place_leg(pose: &mut Pose, side: Side, ankle: DVec3, pole: DVec3, foot_rotation: DQuat) {
    let [thigh, shin, foot, _] = side.leg();
    solve(pose, [thigh, shin, foot], ankle, pole, DVec3::Z);
    pose.set_in_model(foot, foot_rotation);
}

/// Puts the wrist at `wrist` (model space, metres) with the elbow towards `pole`, and turns the hand to
/// `hand_rotation` (model space, from the bind pose). Half of the hand's twist is taken by the forearm.
pub fn place_arm(pose: &mut Pose, side: Side, wrist: DVec3, pole: DVec3, hand_rotation: DQuat) {
    let [_, arm, forearm, hand] = side.arm();
    solve(pose, [arm, forearm, hand], wrist, pole, DVec3::NEG_Z);
    let axis = side.mirror(ARM_DIRECTION);
    let local = pose.model_rotation(forearm).inverse() * hand_rotation;
    let twist = half_twist(local, axis);
    pose.set(forearm, (pose.rotation(forearm) * twist).normalize());
    pose.set_in_model(hand, hand_rotation);
}

/// Half of the part of a rotation that is about `axis`.
fn half_twist(rotation: DQuat, axis: DVec3) -> DQuat {
    let along = DVec3::new(rotation.x, rotation.y, rotation.z).dot(axis);
    let sign = if rotation.w < 0.0 { -1.0 } else { 1.0 };
    let twist = DQuat::from_xyzw(
        axis.x * along * sign,
        axis.y * along * sign,
        axis.z * along * sign,
        rotation.w * sign,
    );
    if twist.length_squared() < 1.0e-9 {
        return DQuat::IDENTITY;
    }
    // The mean of no turn and the whole turn.
    (twist.normalize() + DQuat::IDENTITY).normalize()
}

/// Turns the first two of three joints so that the third is at `target`; `bind_pole` is the side the middle joint bends
/// to in the bind pose.
fn solve(
    pose: &mut Pose,
    [upper, lower, end]: [Joint; 3],
    target: DVec3,
    pole: DVec3,
    bind_pole: DVec3,
) {
    let root = pose.model_position(upper);
    let (upper_bind, lower_bind) = (lower.bind_offset(), end.bind_offset());
    let (a, b) = (upper_bind.length(), lower_bind.length());
    let to_target = target - root;
    let distance = to_target.length().clamp((a - b).abs() + 1.0e-3, (a + b) * MAX_REACH);
    let direction = to_target.normalize_or(DVec3::NEG_Y);

    let hinge = pole.cross(direction).normalize_or(DVec3::X);
    let bend = direction.cross(hinge).normalize_or(bind_pole);
    let along = (a * a - b * b + distance * distance) / (2.0 * distance);
    let across = libm::sqrt((a * a - along * along).max(0.0));
    let middle = direction * along + bend * across;
    let tip = direction * distance;

    let bind_hinge = bind_pole.cross(upper_bind).normalize_or(DVec3::X);
    let turn = |from: DVec3, to: DVec3| {
        DQuat::from_mat3(&(frame(to, hinge) * frame(from, bind_hinge).transpose())).normalize()
    };
    pose.set_in_model(upper, turn(upper_bind, middle));
    pose.set_in_model(lower, turn(lower_bind, tip - middle));
}

/// Orthonormal axes with the first along `direction` and the second nearest to `hinge`.
fn frame(direction: DVec3, hinge: DVec3) -> DMat3 {
    let x = direction.normalize_or(DVec3::X);
    let y = (hinge - x * hinge.dot(x)).normalize_or(DVec3::Y);
    DMat3::from_cols(x, y, x.cross(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::about_y;

    #[test]
    fn limbs_reach_their_targets() {
        for side in Side::BOTH {
            let mut pose = Pose::default();
            pose.set(Joint::Hips, about_y(0.3));
            let ankle = side.mirror(DVec3::new(0.15, 0.3, 0.25));
            place_leg(&mut pose, side, ankle, DVec3::Z, about_y(0.2));
            let world = pose.world();
            let foot = side.leg()[2];
            assert!((world.positions[foot.index()] - ankle).length() < 1e-9);
            assert!((world.rotations[foot.index()].dot(about_y(0.2)).abs() - 1.0).abs() < 1e-9);
            assert!(world.positions[side.leg()[1].index()].z > 0.1, "the knee bends forwards");

            let wrist = side.mirror(DVec3::new(0.3, 1.3, 0.3));
            place_arm(&mut pose, side, wrist, DVec3::NEG_Y, about_y(1.0));
            let reached = pose.model_position(side.arm()[3]);
            assert!((reached - wrist).length() < 1e-9, "{reached} is not {wrist}");
        }
    }

    #[test]
    fn the_bind_pose_solves_to_itself() {
        let mut pose = Pose::default();
        let ankle = Joint::LeftFoot.bind_position();
        place_leg(&mut pose, Side::Left, ankle, DVec3::Z, DQuat::IDENTITY);
        let knee = pose.model_position(Joint::LeftLeg);
        assert!((knee - Joint::LeftLeg.bind_position()).length() < 0.015, "{knee}");
    }
}
