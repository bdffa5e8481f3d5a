//! Run: a lean, a push, a flight; the arms drive against the legs.

use std::f64::consts::TAU;

use glam::DVec3;

use super::arms::{Arm, pose_arm};
use super::feet::{Gait, move_hips};
use super::{Clip, KEYS_PER_SECOND, Moment, sample_loop, turn, turn_head, turn_spine};
use crate::skeleton::{Joint, Pose, Side};

/// Key intervals: 0.7333 seconds.
const INTERVALS: u32 = 22;

/// The steps.
const GAIT: Gait = Gait {
    period_s: INTERVALS as f64 / KEYS_PER_SECOND as f64,
    speed: 3.0,
    direction: DVec3::Z,
    stance: 0.29,
    centre: -0.105,
    half_width: 0.062,
    outwards: 0.05,
    strike_pitch: 0.16,
    flat_from: 0.22,
    flat_to: 0.42,
    push_pitch: 1.02,
    swing: &[
        (0.22, [-0.50, 0.36, -1.38]),
        (0.46, [-0.09, 0.385, -0.88]),
        (0.70, [0.30, 0.36, -0.15]),
        (0.88, [0.36, 0.20, 0.25]),
    ],
};

/// The clip.
#[must_use]
pub fn clip() -> Clip {
    sample_loop("Run", INTERVALS, GAIT.direction * GAIT.speed, moment)
}

fn moment(phase: f64) -> Moment {
    let swing = |lag: f64| libm::cos(TAU * (phase - lag));
    let bounce = |lag: f64| libm::cos(2.0 * TAU * (phase - lag));

    let mut pose = Pose::default();
    // Lowest in the middle of the stance, highest in the middle of the flight.
    move_hips(
        &mut pose,
        DVec3::new(0.010 * libm::sin(TAU * phase), -0.060 - 0.036 * bounce(0.15), 0.0),
    );
    turn(
        &mut pose,
        Joint::Hips,
        [-0.20 * swing(0.06), 0.16, 0.05 * libm::sin(TAU * (phase - 0.02))],
    );
    turn_spine(
        &mut pose,
        [0.46 * swing(0.08), 0.12 + 0.05 * bounce(0.22), -0.07 * libm::sin(TAU * (phase - 0.04))],
    );
    turn_head(&mut pose, [0.03 * swing(0.1), 0.06 + 0.03 * bounce(0.25), 0.0]);

    let right = swing(0.05);
    pose_arm(
        &mut pose,
        Side::Right,
        Arm {
            shrug: 0.03,
            forwards: -0.10 + 0.66 * right,
            spread: 0.30,
            inwards: 0.16,
            elbow: 1.25 + 0.22 * swing(0.10),
            pronate: 0.05,
            sink: 0.80 + 0.30 * swing(0.10),
            curl: 0.05,
        },
    );
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.03,
            forwards: -0.08 - 0.78 * right,
            spread: 0.20,
            inwards: 0.36,
            elbow: 1.40 - 0.26 * swing(0.10),
            pronate: 0.1,
            sink: 0.0,
            curl: 0.15,
        },
    );
    GAIT.place(pose, phase)
}
