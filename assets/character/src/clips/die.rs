//! Die: a blow to the chest, the knees give way, the body sits down hard, falls back and comes to rest.

use glam::DVec3;

use super::arms::{Arm, pose_arm};
use super::feet::{Foot, place_foot, planted};
use super::idle::STANCE;
use super::{Clip, Moment, sample_once, turn, turn_spine};
use crate::sdf::smoothstep;
use crate::skeleton::{Joint, Pose, Side};
use crate::spline::{Key, resting};

/// Key intervals: 1.8 seconds.
const INTERVALS: u32 = 54;

/// When the feet begin to slip from where they stood, seconds.
const SLIP_S: f64 = 0.42;

/// Place of the hips in model space, metres.
const HIPS: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(0.012, 0.914, -0.006)),
    (0.14, DVec3::new(0.000, 0.890, -0.070)),
    (0.38, DVec3::new(0.000, 0.780, -0.150)),
    (0.62, DVec3::new(0.000, 0.440, -0.340)),
    (0.78, DVec3::new(0.000, 0.160, -0.430)),
    (0.86, DVec3::new(0.000, 0.172, -0.445)),
    (1.02, DVec3::new(0.000, 0.142, -0.470)),
    (1.80, DVec3::new(0.000, 0.138, -0.475)),
];

/// Yaw (left), pitch (forwards) and roll (right) of the hips.
const HIPS_TURN: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(-0.16, 0.02, -0.02)),
    (0.14, DVec3::new(-0.05, -0.10, 0.00)),
    (0.38, DVec3::new(0.00, -0.30, 0.02)),
    (0.64, DVec3::new(0.02, -0.72, 0.03)),
    (0.80, DVec3::new(0.03, -1.04, 0.03)),
    (1.00, DVec3::new(0.03, -1.47, 0.02)),
    (1.10, DVec3::new(0.03, -1.50, 0.02)),
    (1.80, DVec3::new(0.03, -1.52, 0.02)),
];

/// Yaw, pitch and roll of the spine: bent over the blow, then stretched by the fall.
const SPINE_TURN: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(-0.05, 0.03, 0.025)),
    (0.12, DVec3::new(0.16, 0.40, 0.04)),
    (0.34, DVec3::new(0.10, 0.48, 0.06)),
    (0.64, DVec3::new(0.05, 0.30, 0.10)),
    (0.80, DVec3::new(0.02, 0.30, 0.08)),
    (0.98, DVec3::new(0.02, 0.00, 0.04)),
    (1.10, DVec3::new(0.02, 0.02, 0.02)),
    (1.80, DVec3::new(0.02, -0.02, 0.02)),
];

/// Yaw, pitch and roll of neck and head together, against the chest.
const HEAD_TURN: [Key<DVec3>; 8] = [
    (0.00, DVec3::new(0.20, -0.02, 0.0)),
    (0.12, DVec3::new(0.05, 0.35, 0.0)),
    (0.36, DVec3::new(0.02, -0.20, 0.05)),
    (0.64, DVec3::new(0.03, 0.10, 0.10)),
    (0.84, DVec3::new(0.05, 0.48, 0.05)),
    (1.04, DVec3::new(0.10, -0.06, 0.05)),
    (1.16, DVec3::new(0.20, 0.04, 0.06)),
    (1.80, DVec3::new(0.38, 0.0, 0.08)),
];

/// Right arm: forwards, spread, elbow.
const RIGHT_ARM: [Key<DVec3>; 7] = [
    (0.00, DVec3::new(0.02, 0.33, 0.50)),
    (0.16, DVec3::new(0.30, 0.60, 0.80)),
    (0.44, DVec3::new(0.15, 0.85, 0.70)),
    (0.74, DVec3::new(0.30, 1.05, 0.55)),
    (1.00, DVec3::new(-0.12, 1.12, 0.30)),
    (1.12, DVec3::new(-0.06, 1.10, 0.36)),
    (1.80, DVec3::new(-0.13, 1.10, 0.32)),
];

/// Right arm: turned inwards, hand bent towards the little finger, bent towards the palm. The arm turns out as it falls, so
/// that the sword comes to lie flat.
const RIGHT_TURN: [Key<DVec3>; 5] = [
    (0.00, DVec3::new(0.10, 0.66, 0.10)),
    (0.40, DVec3::new(0.10, 0.50, 0.10)),
    (0.98, DVec3::new(-1.80, 0.55, 0.0)),
    (1.12, DVec3::new(-1.72, 0.50, 0.0)),
    (1.80, DVec3::new(-1.82, 0.55, 0.0)),
];

/// Left arm: forwards, spread, elbow; the hand goes to the chest and stays there.
const LEFT_ARM: [Key<DVec3>; 7] = [
    (0.00, DVec3::new(-0.06, 0.27, 0.42)),
    (0.18, DVec3::new(0.45, 0.30, 1.45)),
    (0.50, DVec3::new(0.40, 0.35, 1.50)),
    (0.80, DVec3::new(0.48, 0.55, 1.20)),
    (1.00, DVec3::new(0.18, 0.42, 1.36)),
    (1.12, DVec3::new(0.24, 0.42, 1.30)),
    (1.80, DVec3::new(0.16, 0.40, 1.38)),
];

/// The clip.
#[must_use]
pub fn clip() -> Clip {
    sample_once("Die", INTERVALS, moment)
}

fn moment(t: f64) -> Moment {
    let mut pose = Pose { hips_position: resting(&HIPS, t), ..Pose::default() };
    turn(&mut pose, Joint::Hips, resting(&HIPS_TURN, t).to_array());
    turn_spine(&mut pose, resting(&SPINE_TURN, t).to_array());
    let head = resting(&HEAD_TURN, t) * 0.5;
    for joint in [Joint::Neck, Joint::Head] {
        turn(&mut pose, joint, head.to_array());
    }

    let [forwards, spread, elbow] = resting(&RIGHT_ARM, t).to_array();
    let [inwards, sink, curl] = resting(&RIGHT_TURN, t).to_array();
    pose_arm(
        &mut pose,
        Side::Right,
        Arm {
            shrug: 0.02,
            forwards,
            spread,
            inwards,
            elbow,
            pronate: 0.15 * (1.0 - smoothstep(0.4, 0.98, t)),
            sink,
            curl,
        },
    );
    let [forwards, spread, elbow] = resting(&LEFT_ARM, t).to_array();
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.02,
            forwards,
            spread,
            inwards: 0.25 + 1.10 * smoothstep(0.0, 0.18, t),
            elbow,
            pronate: 0.30,
            sink: 0.05,
            curl: 0.12,
        },
    );

    for (side, (ground, outwards)) in Side::BOTH.into_iter().zip(STANCE) {
        place_foot(&mut pose, side, foot(side, ground, outwards, t));
    }
    let planted = t <= SLIP_S;
    Moment { pose, planted: [planted, planted] }
}

/// A foot that stands, then slides forwards on its heel until the leg lies: the left one straight, the right one with the
/// knee up. It never leaves the ground.
fn foot(side: Side, ground: DVec3, outwards: f64, t: f64) -> Foot {
    let (end, end_pitch, end_outwards) = match side {
        Side::Left => (DVec3::new(0.150, 0.0, 0.325), 0.72, 0.34),
        Side::Right => (DVec3::new(-0.185, 0.0, 0.210), 0.30, 0.46),
    };
    let slide = [(SLIP_S, 0.0), (0.62, 0.50), (0.80, 0.76), (1.14, 0.97), (1.80, 1.0)];
    let pitch = [(SLIP_S, 0.0), (0.64, 0.06), (0.82, 0.16), (1.14, end_pitch), (1.80, end_pitch)];
    let slid = resting(&slide, t);
    let turned = outwards + (end_outwards - outwards) * slid;
    planted(side, ground.lerp(end, slid), turned, resting(&pitch, t))
}
