//! Walk: heel, flat, ball; the arms swing against the legs.

use std::f64::consts::TAU;

use glam::DVec3;

use super::arms::{Arm, pose_arm};
use super::feet::{Gait, move_hips};
use super::{Clip, KEYS_PER_SECOND, Moment, sample_loop, turn, turn_head, turn_spine};
use crate::skeleton::{Joint, Pose, Side};

/// Key intervals: 1.0667 seconds.
const INTERVALS: u32 = 32;

/// The steps.
const GAIT: Gait = Gait {
    period_s: INTERVALS as f64 / KEYS_PER_SECOND as f64,
    speed: 1.1,
    direction: DVec3::Z,
    stance: 0.60,
    centre: -0.075,
    half_width: 0.085,
    outwards: 0.10,
    strike_pitch: 0.34,
    flat_from: 0.22,
    flat_to: 0.55,
    push_pitch: 0.88,
    swing: &[
        (0.28, [-0.235, 0.235, -0.82]),
        (0.62, [0.06, 0.165, -0.05]),
        (0.86, [0.235, 0.142, 0.36]),
    ],
};

/// The clip.
#[must_use]
pub fn clip() -> Clip {
    sample_loop("Walk", INTERVALS, GAIT.direction * GAIT.speed, moment)
}

fn moment(phase: f64) -> Moment {
    // At phase 0 the left heel strikes: the left leg is forwards.
    let swing = |lag: f64| libm::cos(TAU * (phase - lag));
    let bounce = |lag: f64| libm::cos(2.0 * TAU * (phase - lag));

    let mut pose = Pose::default();
    // Lowest just after each strike, over the standing leg in between.
    let over_leg = libm::sin(TAU * (phase - 0.06));
    move_hips(&mut pose, DVec3::new(0.018 * over_leg, -0.034 - 0.015 * bounce(0.05), 0.0));
    turn(
        &mut pose,
        Joint::Hips,
        [-0.12 * swing(0.0), 0.03, 0.045 * libm::sin(TAU * (phase - 0.02))],
    );
    turn_spine(
        &mut pose,
        [0.22 * swing(0.03), 0.035 + 0.02 * bounce(0.1), -0.075 * libm::sin(TAU * (phase - 0.04))],
    );
    turn_head(&mut pose, [0.02 * swing(0.1), 0.02 + 0.02 * bounce(0.16), 0.012 * over_leg]);

    let right = swing(0.04);
    pose_arm(
        &mut pose,
        Side::Right,
        Arm {
            shrug: 0.01,
            forwards: 0.10 + 0.34 * right,
            spread: 0.20,
            inwards: 0.12,
            elbow: 0.50 + 0.18 * swing(0.10),
            pronate: 0.15,
            sink: 0.66 + 0.26 * swing(0.08),
            curl: 0.05,
        },
    );
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.01,
            forwards: 0.02 - 0.48 * right,
            spread: 0.17,
            inwards: 0.22,
            elbow: 0.40 - 0.24 * swing(0.10),
            pronate: 0.30,
            sink: 0.0,
            curl: 0.12 - 0.10 * swing(0.16),
        },
    );
    GAIT.place(pose, phase)
}
