//! Strafes: side steps with bent knees, the sword in front; the trailing foot closes behind the leading one.

use std::f64::consts::TAU;

use glam::DVec3;

use super::arms::{Arm, pose_arm};
use super::feet::{move_hips, place_foot, planted};
use super::{Clip, KEYS_PER_SECOND, Moment, sample_loop, turn, turn_head, turn_spine};
use crate::sdf::smoothstep;
use crate::skeleton::{Joint, Pose, Side};
use crate::spline::hermite;

/// Key intervals: 0.8 seconds.
const INTERVALS: u32 = 24;
/// Length of the loop in seconds.
const PERIOD_S: f64 = INTERVALS as f64 / KEYS_PER_SECOND as f64;
/// Metres a second over the ground.
const SPEED: f64 = 1.0;
/// Share of the loop that a foot is planted.
const STANCE: f64 = 0.57;
/// When the leading and when the trailing foot strikes, as a share of the loop.
const STRIKES: [f64; 2] = [0.0, 0.46];
/// Where the leading and the trailing foot are half way through their stance: towards the side, and forwards, metres. The
/// trailing foot stays behind, so that the legs never meet.
const PLACES: [(f64, f64); 2] = [(0.175, 0.075), (-0.175, -0.085)];

/// To the character's left.
#[must_use]
pub fn left() -> Clip {
    clip("StrafeLeft", Side::Left)
}

/// To the character's right.
#[must_use]
pub fn right() -> Clip {
    clip("StrafeRight", Side::Right)
}

fn clip(name: &'static str, towards: Side) -> Clip {
    let velocity = DVec3::X * (towards.sign() * SPEED);
    sample_loop(name, INTERVALS, velocity, |phase| moment(phase, towards))
}

fn moment(phase: f64, towards: Side) -> Moment {
    let way = towards.sign();
    // Two dips a loop, one after each strike; the lean follows the way.
    let dip = libm::cos(TAU * (2.0 * phase - 0.24));
    let sway = libm::sin(TAU * (phase - 0.05));

    let mut pose = Pose::default();
    move_hips(&mut pose, DVec3::new(way * 0.016 * sway, -0.095 - 0.016 * dip, -0.01));
    turn(&mut pose, Joint::Hips, [0.10 * way + 0.05 * way * sway, 0.09, -0.03 * way * sway]);
    turn_spine(&mut pose, [-0.10 * way - 0.06 * way * sway, 0.13 + 0.02 * dip, -0.05 * way]);
    turn_head(&mut pose, [0.06 * way, 0.05, -0.01 * way]);

    pose_arm(
        &mut pose,
        Side::Right,
        Arm {
            shrug: 0.02,
            forwards: 0.34 + 0.05 * dip,
            spread: 0.36 + 0.05 * sway,
            inwards: 0.30,
            elbow: 1.05 + 0.06 * libm::cos(TAU * (2.0 * phase - 0.36)),
            pronate: 0.10,
            sink: 0.45 + 0.04 * dip,
            curl: 0.05,
        },
    );
    pose_arm(
        &mut pose,
        Side::Left,
        Arm {
            shrug: 0.02,
            forwards: 0.18 - 0.06 * dip,
            spread: 0.46 - 0.06 * sway,
            inwards: 0.30,
            elbow: 0.95 + 0.06 * libm::cos(TAU * (2.0 * phase - 0.36)),
            pronate: 0.30,
            sink: 0.0,
            curl: 0.15,
        },
    );

    let leading = towards;
    let trailing = if towards == Side::Left { Side::Right } else { Side::Left };
    let mut on_ground = [false; 2];
    for (foot, side) in [leading, trailing].into_iter().enumerate() {
        let own = phase - STRIKES[foot];
        let own = own - libm::floor(own);
        on_ground[usize::from(side == Side::Right)] = own <= STANCE;
        let travel = SPEED * STANCE * PERIOD_S;
        let (sideways, forwards) = PLACES[foot];
        let (along, height) = if own <= STANCE {
            (sideways + travel * (0.5 - own / STANCE), 0.0)
        } else {
            // Off and on the ground at the speed of the ground; in between it lifts.
            let u = (own - STANCE) / (1.0 - STANCE);
            let slope = -SPEED * PERIOD_S * (1.0 - STANCE);
            let ends = ((0.0, sideways - travel * 0.5), (1.0, sideways + travel * 0.5));
            let lift = smoothstep(0.0, 0.45, u) * smoothstep(1.0, 0.5, u);
            (hermite(ends.0, slope, ends.1, slope, u), 0.075 * lift)
        };
        let ground = DVec3::new(way * along, 0.0, forwards);
        let mut placed = planted(side, ground, 0.22, 0.0);
        placed.ankle.y += height;
        placed.pitch -= 3.0 * height;
        place_foot(&mut pose, side, placed);
    }
    Moment { pose, planted: on_ground }
}
