//! Idle: a breath and a half of weight from one leg to the other, the sword low and ready.

use std::f64::consts::TAU;

use glam::DVec3;

use super::arms::{Arm, pose_arm};
use super::feet::{move_hips, place_foot, planted};
use super::{Clip, Moment, sample_loop, turn, turn_head, turn_spine};
use crate::skeleton::{Joint, Pose, Side};

/// Key intervals: 2.8 seconds.
const INTERVALS: u32 = 84;

/// Ground points of the left and of the right foot, and how far their toes point outwards.
pub(super) const STANCE: [(DVec3, f64); 2] =
    [(DVec3::new(0.135, 0.0, 0.075), 0.16), (DVec3::new(-0.150, 0.0, -0.085), 0.42)];

/// The clip.
#[must_use]
pub fn clip() -> Clip {
    sample_loop("Idle", INTERVALS, DVec3::ZERO, moment)
}

pub(super) fn moment(phase: f64) -> Moment {
    let wave = |cycles: f64, lag: f64| libm::sin(TAU * (cycles * phase - lag));
    // Two breaths a loop; the weight goes over and back once. Follow-through: chest, arms and head come later.
    let breath = wave(2.0, 0.0);
    let late_breath = wave(2.0, 0.12);
    let weight = wave(1.0, 0.08);

    let mut pose = Pose::default();
    move_hips(
        &mut pose,
        DVec3::new(
            0.012 + 0.030 * weight,
            -0.036 - 0.006 * wave(2.0, 0.3),
            -0.006 + 0.008 * wave(1.0, 0.3),
        ),
    );
    turn(&mut pose, Joint::Hips, [-0.16 + 0.05 * weight, 0.02, -0.02 - 0.045 * weight]);
    turn_spine(
        &mut pose,
        [-0.05 - 0.05 * wave(1.0, 0.14), 0.030 - 0.036 * breath, 0.025 + 0.070 * wave(1.0, 0.10)],
    );
    turn_head(
        &mut pose,
        [0.04 + 0.15 * wave(1.0, 0.32), 0.03 + 0.022 * wave(2.0, 0.25), 0.030 * wave(1.0, 0.2)],
    );

    pose_arm(
        &mut pose,
        Side::Right,
        Arm {
            shrug: 0.02 + 0.035 * breath,
            forwards: 0.04 + 0.05 * late_breath - 0.03 * wave(1.0, 0.2),
            spread: 0.33 + 0.03 * breath,
            inwards: 0.10,
            elbow: 0.52 + 0.05 * wave(2.0, 0.18),
            pronate: 0.25,
            sink: 0.66 + 0.07 * wave(1.0, 0.34),
            curl: 0.10,
        },
    );
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.02 + 0.035 * breath,
            forwards: -0.06 + 0.05 * late_breath + 0.05 * wave(1.0, 0.2),
            spread: 0.27 + 0.03 * breath,
            inwards: 0.25,
            elbow: 0.42 + 0.06 * wave(2.0, 0.18),
            pronate: 0.30,
            sink: 0.05,
            curl: 0.14 + 0.10 * wave(1.0, 0.3),
        },
    );
    for (side, (ground, outwards)) in Side::BOTH.into_iter().zip(STANCE) {
        place_foot(&mut pose, side, planted(side, ground, outwards, 0.0));
    }
    Moment { pose, planted: [true, true] }
}
