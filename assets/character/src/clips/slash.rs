//! Slash: a step through with a cut from the right shoulder down to the left knee.
//!
//! The weight goes back, the sword is drawn over the right shoulder, the right foot passes the left, and hips, chest, hand
//! and blade follow each other through the cut. It ends a step ahead of where it starts.

use glam::{DMat3, DQuat, DVec3};

use super::arms::{Arm, pose_arm};
use super::feet::{Foot, move_hips, place_foot, planted};
use super::idle::{self, STANCE};
use super::{Clip, Moment, sample_once, turn, turn_head, turn_spine};
use crate::body::sword::BLADE_DIRECTION;
use crate::ik::place_arm;
use crate::sdf::smoothstep;
use crate::skeleton::{ARM_DIRECTION, Joint, Pose, Side};
use crate::spline::{Key, resting};

/// Key intervals: 1.3 seconds.
const INTERVALS: u32 = 39;

/// When the right foot leaves the ground and when it strikes, seconds.
const STEP_S: (f64, f64) = (0.36, 0.58);
/// Where the right foot lands.
const LANDING: (DVec3, f64) = (DVec3::new(-0.115, 0.0, 0.66), 0.10);

/// Offset of the hips from the bind pose, metres.
const HIPS: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(0.012, -0.034, -0.006)),
    (0.16, DVec3::new(-0.014, -0.074, -0.044)),
    (0.36, DVec3::new(-0.015, -0.045, -0.020)),
    (0.48, DVec3::new(0.015, -0.075, 0.180)),
    (0.58, DVec3::new(0.010, -0.140, 0.380)),
    (0.70, DVec3::new(0.005, -0.180, 0.440)),
    (0.90, DVec3::new(0.000, -0.165, 0.430)),
    (1.30, DVec3::new(0.000, -0.130, 0.405)),
];

/// Yaw (left), pitch (forwards), roll (right) of the hips.
const HIPS_TURN: [Key<DVec3>; 7] = [
    (0.00, DVec3::new(-0.16, 0.02, -0.02)),
    (0.18, DVec3::new(-0.42, 0.00, 0.02)),
    (0.36, DVec3::new(-0.52, -0.03, 0.03)),
    (0.50, DVec3::new(0.05, 0.10, 0.00)),
    (0.62, DVec3::new(0.38, 0.20, -0.02)),
    (0.80, DVec3::new(0.42, 0.20, -0.02)),
    (1.30, DVec3::new(0.30, 0.12, 0.00)),
];

/// Yaw, pitch and roll of the spine; later than the hips.
const SPINE_TURN: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(-0.05, 0.03, 0.025)),
    (0.20, DVec3::new(-0.30, 0.00, 0.06)),
    (0.40, DVec3::new(-0.62, -0.16, 0.13)),
    (0.50, DVec3::new(-0.25, 0.04, 0.05)),
    (0.58, DVec3::new(0.30, 0.36, -0.10)),
    (0.68, DVec3::new(0.70, 0.52, -0.18)),
    (0.84, DVec3::new(0.74, 0.46, -0.16)),
    (1.30, DVec3::new(0.30, 0.16, -0.04)),
];

/// Wrist of the right hand from the hips, in axes of the ground (not turned with the hips), metres.
const WRIST: [Key<DVec3>; 11] = [
    (0.00, DVec3::new(-0.40, 0.06, 0.17)),
    (0.14, DVec3::new(-0.46, 0.12, 0.06)),
    (0.28, DVec3::new(-0.46, 0.56, -0.14)),
    (0.40, DVec3::new(-0.34, 0.76, -0.16)),
    (0.46, DVec3::new(-0.34, 0.80, 0.00)),
    (0.52, DVec3::new(-0.24, 0.60, 0.46)),
    (0.57, DVec3::new(-0.05, 0.30, 0.60)),
    (0.62, DVec3::new(0.08, 0.04, 0.54)),
    (0.70, DVec3::new(0.16, -0.04, 0.48)),
    (0.84, DVec3::new(0.17, -0.04, 0.46)),
    (1.30, DVec3::new(0.00, 0.04, 0.42)),
];

/// Where the blade points, in axes of the ground.
const BLADE: [Key<DVec3>; 11] = [
    (0.00, DVec3::new(0.05, -0.35, 0.93)),
    (0.14, DVec3::new(-0.20, 0.25, 0.95)),
    (0.28, DVec3::new(-0.35, 0.93, 0.05)),
    (0.40, DVec3::new(-0.10, 0.45, -0.90)),
    (0.46, DVec3::new(-0.25, 0.60, -0.75)),
    (0.52, DVec3::new(-0.35, 0.90, 0.25)),
    (0.57, DVec3::new(-0.05, 0.50, 0.86)),
    (0.62, DVec3::new(0.35, -0.20, 0.92)),
    (0.70, DVec3::new(0.72, -0.50, 0.48)),
    (0.84, DVec3::new(0.74, -0.46, 0.50)),
    (1.30, DVec3::new(0.15, 0.35, 0.92)),
];

/// Yaw (forwards) and lift of the right shoulder by its collar bone, radians.
const SHOULDER: [Key<DVec3>; 6] = [
    (0.00, DVec3::new(0.0, 0.02, 0.0)),
    (0.24, DVec3::new(-0.15, 0.12, 0.0)),
    (0.42, DVec3::new(-0.16, 0.38, 0.0)),
    (0.56, DVec3::new(0.22, 0.12, 0.0)),
    (0.70, DVec3::new(0.42, 0.02, 0.0)),
    (1.30, DVec3::new(0.30, 0.02, 0.0)),
];

/// Where the right elbow would like to point: out and a little down and back.
const ELBOW_OUT: DVec3 = DVec3::new(-0.75, -0.45, -0.25);
/// How much the elbow follows that wish rather than the blade.
const ELBOW_SHARE: f64 = 4.0;

/// Left arm: forwards, spread, and bend of the elbow, radians; it reaches out for balance and is thrown back by the cut.
const LEFT_ARM: [Key<DVec3>; 7] = [
    (0.00, DVec3::new(-0.06, 0.27, 0.42)),
    (0.20, DVec3::new(0.45, 0.35, 0.60)),
    (0.40, DVec3::new(0.95, 0.42, 0.55)),
    (0.54, DVec3::new(0.45, 0.60, 0.75)),
    (0.70, DVec3::new(-0.45, 0.62, 0.85)),
    (0.86, DVec3::new(-0.55, 0.55, 0.70)),
    (1.30, DVec3::new(-0.25, 0.42, 0.55)),
];

/// Cosines between blade and forearm that a wrist can reach: drawn back and let forwards.
const WRIST_LIMIT: (f64, f64) = (0.45, 0.66);

/// The clip.
#[must_use]
pub fn clip() -> Clip {
    sample_once("Slash", INTERVALS, moment)
}

fn moment(t: f64) -> Moment {
    let mut pose = Pose::default();
    let hips = resting(&HIPS, t);
    move_hips(&mut pose, hips);
    turn(&mut pose, Joint::Hips, resting(&HIPS_TURN, t).to_array());
    turn_spine(&mut pose, resting(&SPINE_TURN, t).to_array());
    turn_head(&mut pose, [0.05, 0.08, 0.0]);
    let centre = pose.hips_position;
    let [forwards, lift, _] = resting(&SHOULDER, t).to_array();
    turn(&mut pose, Joint::RightShoulder, [forwards, 0.0, -lift]);

    // It starts where Idle holds the sword.
    let idle = idle::moment(0.0).pose;
    let (mut wrists, mut blades) = (WRIST, BLADE);
    wrists[0].1 = idle.model_position(Joint::RightHand) - idle.hips_position;
    blades[0].1 = idle.model_rotation(Joint::RightHand) * BLADE_DIRECTION;
    let wrist = centre + resting(&wrists, t);
    let blade = resting(&blades, t).normalize_or(DVec3::Z);
    // Opposite the blade, as an unturned forearm has it, so that the forearm turns no further than one can.
    let elbow = ELBOW_OUT * ELBOW_SHARE - blade;
    sword_arm(&mut pose, wrist, blade, elbow);

    let [forwards, spread, elbow] = resting(&LEFT_ARM, t).to_array();
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.02,
            forwards,
            spread,
            inwards: 0.25,
            elbow,
            pronate: 0.3,
            sink: 0.05,
            curl: 0.12,
        },
    );

    let planted = place_feet(&mut pose, t);
    Moment { pose, planted }
}

/// The right arm with the blade pointing along `blade` and the hand as straight on the forearm as that allows.
fn sword_arm(pose: &mut Pose, wrist: DVec3, blade: DVec3, elbow: DVec3) {
    // First without a hand, to see where the forearm points.
    place_arm(pose, Side::Right, wrist, elbow, DQuat::IDENTITY);
    let forearm = (pose.model_position(Joint::RightHand)
        - pose.model_position(Joint::RightForeArm))
    .normalize_or_zero();
    // A wrist gives way so far and no further.
    let along = blade.dot(forearm).clamp(-WRIST_LIMIT.0, WRIST_LIMIT.1);
    let across = (blade - forearm * blade.dot(forearm)).normalize_or(DVec3::Y);
    let blade = forearm * along + across * libm::sqrt(1.0 - along * along);
    let bind_forearm = Side::Right.mirror(ARM_DIRECTION);
    let axes = |blade: DVec3, forearm: DVec3| {
        let edge = (forearm - blade * forearm.dot(blade)).normalize_or(DVec3::Y);
        DMat3::from_cols(blade, edge, blade.cross(edge))
    };
    let hand =
        DQuat::from_mat3(&(axes(blade, forearm) * axes(BLADE_DIRECTION, bind_forearm).transpose()));
    place_arm(pose, Side::Right, wrist, elbow, hand.normalize());
}

/// The left foot stays and rolls onto its ball; the right foot passes it.
fn place_feet(pose: &mut Pose, t: f64) -> [bool; 2] {
    let (left_ground, left_out) = STANCE[0];
    let heel_up = 0.75 * smoothstep(0.46, 0.68, t) - 0.08 * smoothstep(0.8, 1.25, t);
    place_foot(pose, Side::Left, planted(Side::Left, left_ground, left_out, -heel_up));

    let (from, from_out) = STANCE[1];
    let (to, to_out) = LANDING;
    let push = 0.55 * smoothstep(0.26, STEP_S.0, t);
    let step = ((t - STEP_S.0) / (STEP_S.1 - STEP_S.0)).clamp(0.0, 1.0);
    let start = planted(Side::Right, from, from_out, -push);
    let end =
        planted(Side::Right, to, to_out, 0.22 * (1.0 - smoothstep(STEP_S.1, STEP_S.1 + 0.08, t)));
    let eased = smoothstep(0.0, 1.0, step);
    let lift = 4.0 * step * (1.0 - step);
    let mix = |a: f64, b: f64| a + (b - a) * eased;
    let foot = Foot {
        ankle: start.ankle + (end.ankle - start.ankle) * eased + DVec3::Y * (0.09 * lift),
        outwards: mix(start.outwards, end.outwards),
        pitch: mix(start.pitch, end.pitch),
        toes: start.toes * (1.0 - smoothstep(0.0, 0.4, step)),
    };
    place_foot(pose, Side::Right, foot);
    [true, !(STEP_S.0..=STEP_S.1).contains(&t)]
}
