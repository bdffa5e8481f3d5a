//! Skin weights from the same kind of fields as the body.
//!
//! Weight starts whole at the hips and flows down the tree: at each joint a share goes on to the child, from 0 well
//! before the joint to 1 well behind it. What flows into an arm or a leg is first masked by the distances to that limb
//! and to the trunk, so an arm never pulls the trunk and a leg never its neighbour. Sums are 1 by construction.

use glam::DVec3;

use crate::sdf::{capsule, round_cone, smoothstep};
use crate::skeleton::{
    ANKLE, ARM_DIRECTION, BALL, ELBOW, JOINT_COUNT, Joint, KNEE, SHOULDER, Side, WRIST,
};

/// Most joints that may move one vertex.
pub const MAX_INFLUENCES: usize = 4;

/// Weights are whole multiples of one over this.
pub const WEIGHT_STEPS: u8 = 255;

/// What a part of the body may follow.
#[derive(Clone, Copy, Debug)]
pub enum Rig {
    /// The whole tree by place: clothes and skin.
    Body,
    /// As [`Rig::Body`], with a skirt that hangs around both thighs and a collar that leaves the neck alone.
    Skirted,
    /// One joint alone.
    Rigid(Joint),
    /// Two joints in fixed shares; the number is the share of the second, from 0 to 1.
    Between(Joint, Joint, f64),
    /// Neck and head only.
    Head,
    /// The arm and hand of the side the point is on, nothing above the upper arm.
    Arm,
    /// A plate around the left upper arm that bends nowhere along it: the whole tree by place, all of it where the plate's
    /// middle is; the number is the distance of that from the shoulder along the arm, metres.
    Lame(f64),
    /// As [`Rig::Arm`], with the forearm instead of the hand.
    Forearm,
}

/// Joints and weights of one vertex: the weights are in steps of 1 / [`WEIGHT_STEPS`] and add up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Influences {
    /// Joint indices; 0 where the weight is 0.
    pub joints: [u8; MAX_INFLUENCES],
    /// Weights, greatest first.
    pub weights: [u8; MAX_INFLUENCES],
}

/// The influences of a point of the bind pose (model space, metres) on a part with the given rig.
#[must_use]
pub fn influences(p: DVec3, rig: Rig) -> Influences {
    let mut share = [0.0; JOINT_COUNT];
    match rig {
        Rig::Rigid(joint) => share[joint.index()] = 1.0,
        Rig::Between(a, b, second) => {
            share[a.index()] = 1.0 - second;
            share[b.index()] = second;
        }
        Rig::Head => {
            let head = smoothstep(1.49, 1.56, p.y + 0.6 * p.z);
            share[Joint::Neck.index()] = 1.0 - head;
            share[Joint::Head.index()] = head;
        }
        Rig::Arm => flow_down_arm(p, 1.0, &mut share),
        Rig::Forearm => {
            flow_down_arm(p, 1.0, &mut share);
            for side in Side::BOTH {
                let [_, _, forearm, hand] = side.arm();
                share[forearm.index()] += std::mem::take(&mut share[hand.index()]);
            }
        }
        Rig::Body => flow(p, leg_shares(p), smoothstep(1.42, 1.50, p.y), &mut share),
        Rig::Lame(middle) => {
            let along = (p - SHOULDER).dot(ARM_DIRECTION);
            let place = p + ARM_DIRECTION * (middle - along);
            flow(place, [0.0; 2], 0.0, &mut share);
        }
        Rig::Skirted => flow(p, skirt_shares(p), 0.0, &mut share),
    }
    quantise(&share)
}

/// Shares of the left and of the right leg: past the hip crease, on this side of the crotch.
fn leg_shares(p: DVec3) -> [f64; 2] {
    // Under the skirt the legs move as the skirt does, so that they never show through it.
    let seam = 0.012 + 0.123 * smoothstep(0.76, 0.86, p.y);
    shares_of_legs(p, seam)
}

/// Shares of the left and of the right leg with a border of half width `seam` metres between them.
fn shares_of_legs(p: DVec3, seam: f64) -> [f64; 2] {
    let hangs = smoothstep(1.04, 0.70, p.y);
    let to_left = smoothstep(-seam, seam, p.x);
    [hangs * to_left, hangs * (1.0 - to_left)]
}

/// Shares of the left and of the right leg in the skirt: more the lower, each leg the more the nearer.
fn skirt_shares(p: DVec3) -> [f64; 2] {
    shares_of_legs(p, 0.135)
}

/// Share of the whole body at a point, given the shares of the legs, and how much of what reaches the top of the spine
/// goes on to the neck.
fn flow(p: DVec3, legs: [f64; 2], to_neck: f64, share: &mut [f64; JOINT_COUNT]) {
    let left = DVec3::new(p.x.abs(), p.y, p.z);
    let side = if p.x < 0.0 { Side::Right } else { Side::Left };
    for (leg, whole) in Side::BOTH.into_iter().zip(legs) {
        flow_down_leg(p, leg, whole, share);
    }

    // Arms: nearer to the arm than to the trunk, and past the shoulder.
    let rest = 1.0 - legs[0] - legs[1];
    let trunk = round_cone(p, DVec3::new(0.0, 1.0, 0.0), DVec3::new(0.0, 1.33, 0.0), 0.13, 0.145);
    let arm = capsule(left, SHOULDER + ARM_DIRECTION * 0.03, WRIST + ARM_DIRECTION * 0.2, 0.052);
    let nearer = smoothstep(-0.12, 0.13, trunk - arm);
    let past_shoulder =
        smoothstep(-0.09, 0.09, (left - SHOULDER).dot(DVec3::new(0.88, -0.47, 0.0)) - 0.01);
    let in_arm = rest * past_shoulder * nearer;
    flow_down_arm(p, in_arm, share);

    // The collar bone takes the top of the shoulder with it.
    let rest = rest - in_arm;
    let on_collar = smoothstep(0.05, 0.16, left.x) * smoothstep(1.27, 1.38, p.y);
    share[side.arm()[0].index()] += rest * on_collar;
    flow_up_spine(p, rest * (1.0 - on_collar), to_neck, share);
}

fn flow_up_spine(p: DVec3, whole: f64, to_neck: f64, share: &mut [f64; JOINT_COUNT]) {
    let steps = [
        (Joint::Hips, smoothstep(0.98, 1.11, p.y)),
        (Joint::Spine, smoothstep(1.10, 1.22, p.y)),
        (Joint::Spine1, smoothstep(1.21, 1.34, p.y)),
        (Joint::Spine2, to_neck),
    ];
    let mut flowing = whole;
    for (joint, onwards) in steps {
        share[joint.index()] += flowing * (1.0 - onwards);
        flowing *= onwards;
    }
    share[Joint::Neck.index()] += flowing;
}

fn flow_down_arm(p: DVec3, whole: f64, share: &mut [f64; JOINT_COUNT]) {
    let side = if p.x < 0.0 { Side::Right } else { Side::Left };
    let left = DVec3::new(p.x.abs(), p.y, p.z);
    let [_, arm, forearm, hand] = side.arm();
    // Short over the point of the elbow, so that it stays one; longer in the crook, where the skin folds.
    let reach = 0.052 + 0.036 * smoothstep(-0.02, 0.03, left.z - ELBOW.z);
    let past_elbow = smoothstep(-reach, reach, (left - ELBOW).dot(ARM_DIRECTION));
    let past_wrist = smoothstep(-0.045, 0.035, (left - WRIST).dot(ARM_DIRECTION));
    share[arm.index()] += whole * (1.0 - past_elbow);
    share[forearm.index()] += whole * past_elbow * (1.0 - past_wrist);
    share[hand.index()] += whole * past_elbow * past_wrist;
}

fn flow_down_leg(p: DVec3, side: Side, whole: f64, share: &mut [f64; JOINT_COUNT]) {
    let left = side.mirror(p);
    let [thigh, shin, foot, toes] = side.leg();
    let reach = 0.095 + 0.025 * smoothstep(0.03, -0.01, left.z - KNEE.z);
    let past_knee = smoothstep(-reach, reach, (left - KNEE).dot(DVec3::NEG_Y));
    let past_ankle =
        smoothstep(-0.06, 0.05, (left - ANKLE).dot(DVec3::new(0.0, -0.85, 0.53))) * past_knee;
    let past_ball = smoothstep(-0.045, 0.035, left.z - BALL.z) * past_ankle;
    share[thigh.index()] += whole * (1.0 - past_knee);
    share[shin.index()] += whole * (past_knee - past_ankle);
    share[foot.index()] += whole * (past_ankle - past_ball);
    share[toes.index()] += whole * past_ball;
}

/// Keeps the greatest shares and rounds them so that they still add up.
fn quantise(share: &[f64; JOINT_COUNT]) -> Influences {
    let mut order: Vec<usize> = (0..JOINT_COUNT).collect();
    order.sort_by(|a, b| share[*b].total_cmp(&share[*a]).then(a.cmp(b)));
    order.truncate(MAX_INFLUENCES);
    let total: f64 = order.iter().map(|joint| share[*joint]).sum();

    let mut result = Influences { joints: [0; MAX_INFLUENCES], weights: [0; MAX_INFLUENCES] };
    let mut left = WEIGHT_STEPS;
    for (slot, joint) in order.iter().enumerate().skip(1) {
        let steps = share[*joint] / total * f64::from(WEIGHT_STEPS);
        result.weights[slot] = round_to_u8(steps);
        left -= result.weights[slot];
    }
    result.weights[0] = left;
    for (slot, joint) in order.iter().enumerate() {
        if result.weights[slot] > 0 {
            result.joints[slot] = round_to_u8(f64::from(u32::try_from(*joint).unwrap_or(0)));
        }
    }
    result
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of a byte"
)]
fn round_to_u8(value: f64) -> u8 {
    libm::round(value.clamp(0.0, 255.0)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follows(p: DVec3, rig: Rig) -> Vec<usize> {
        let found = influences(p, rig);
        (0..MAX_INFLUENCES)
            .filter(|slot| found.weights[*slot] > 0)
            .map(|slot| usize::from(found.joints[slot]))
            .collect()
    }

    #[test]
    fn limbs_follow_their_own_bones_only() {
        let mid = |a: DVec3, b: DVec3| (a + b) * 0.5;
        assert_eq!(follows(mid(SHOULDER, ELBOW), Rig::Body), [Joint::LeftArm.index()]);
        let right_shin = Side::Right.mirror(mid(KNEE, ANKLE));
        assert_eq!(follows(right_shin, Rig::Body), [Joint::RightLeg.index()]);
        let flank = DVec3::new(0.13, 1.2, 0.0);
        assert!(follows(flank, Rig::Body).iter().all(|joint| *joint <= Joint::Spine2.index()));
        let inner_thigh = DVec3::new(0.05, 0.7, 0.0);
        assert!(!follows(inner_thigh, Rig::Body).contains(&Joint::RightUpLeg.index()));
    }

    #[test]
    fn weights_add_up_everywhere() {
        for i in 0..4000_u32 {
            let t = f64::from(i);
            let p = DVec3::new(
                libm::sin(t * 12.9) * 0.7,
                0.9 + libm::sin(t * 7.3) * 0.9,
                libm::sin(t * 3.1) * 0.2,
            );
            let sum: u32 = influences(p, Rig::Body).weights.iter().map(|w| u32::from(*w)).sum();
            assert_eq!(sum, u32::from(WEIGHT_STEPS), "{p}");
        }
    }
}
