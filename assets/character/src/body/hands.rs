//! Gloved hands: the left relaxed, the right closed around the grip of the sword.

use glam::DVec3;

use super::clothes::shirt_sleeves;
use super::{Part, part};
use crate::sdf::{chain, round_box, round_cone, smooth_intersection, smooth_union};
use crate::skeleton::{ARM_DIRECTION, ELBOW, Side, WRIST};
use crate::texture::Material;
use crate::weights::Rig;

/// Out of the palm of the left hand.
const PALM_NORMAL: DVec3 =
    DVec3::new(-std::f64::consts::FRAC_1_SQRT_2, -std::f64::consts::FRAC_1_SQRT_2, 0.0);

/// A point of the left hand in metres: along the forearm past the wrist, out of the palm, towards the thumb.
#[must_use]
pub fn hand_point(along: f64, palm: f64, thumb: f64) -> DVec3 {
    WRIST + ARM_DIRECTION * along + PALM_NORMAL * palm + DVec3::Z * thumb
}

/// Centre of the sword's grip in the right hand, in the bind pose.
#[must_use]
pub fn grip_centre() -> DVec3 {
    Side::Right.mirror(hand_point(0.086, 0.034, -0.002))
}

/// Half the width and the knuckle of each finger, from the index: towards the thumb, length factor.
const FINGERS: [(f64, f64); 4] = [(0.031, 0.96), (0.0105, 1.05), (-0.0105, 1.0), (-0.030, 0.82)];

fn palm(p: DVec3) -> f64 {
    let turn = crate::sdf::about_z(-std::f64::consts::FRAC_PI_4);
    let plate =
        round_box(p, hand_point(0.046, 0.004, 0.0), DVec3::new(0.044, 0.017, 0.042), 0.016, turn);
    let wrist =
        round_cone(p, hand_point(-0.02, 0.0, 0.0), hand_point(0.02, 0.0, 0.0), 0.031, 0.030);
    smooth_union(plate, wrist, 0.03)
}

/// The left hand.
#[must_use]
pub fn left_hand(p: DVec3) -> f64 {
    let mut d = palm(p);
    for (thumb, length) in FINGERS {
        let at = |along: f64, palm: f64| {
            hand_point(0.080 + along * length, palm, thumb * (1.0 + along * 1.4))
        };
        let finger = chain(
            p,
            &[
                (at(0.0, 0.002), 0.0125),
                (at(0.036, 0.012), 0.0118),
                (at(0.060, 0.030), 0.0108),
                (at(0.068, 0.046), 0.0098),
                (at(0.067, 0.056), 0.0070),
            ],
        );
        d = smooth_union(d, finger, 0.006);
    }
    let thumb = chain(
        p,
        &[
            (hand_point(0.022, 0.010, 0.034), 0.017),
            (hand_point(0.052, 0.026, 0.058), 0.014),
            (hand_point(0.080, 0.036, 0.060), 0.0115),
            (hand_point(0.091, 0.040, 0.059), 0.0080),
        ],
    );
    smooth_union(d, thumb, 0.012)
}

/// The right hand.
#[must_use]
pub fn right_hand(p: DVec3) -> f64 {
    let p = Side::Right.mirror(p);
    let mut d = palm(p);
    for (thumb, length) in FINGERS {
        let at = |along: f64, palm: f64| hand_point(along, palm, thumb * 1.02);
        let r = 0.0122 * (0.6 + 0.4 * length);
        let finger = chain(
            p,
            &[
                (at(0.080, 0.002), r),
                (at(0.116, 0.018), r),
                (at(0.113, 0.048), r),
                (at(0.082, 0.060), r * 0.95),
                (at(0.064, 0.046), r * 0.85),
            ],
        );
        d = smooth_union(d, finger, 0.005);
    }
    let thumb = chain(
        p,
        &[
            (hand_point(0.022, 0.012, 0.034), 0.017),
            (hand_point(0.052, 0.044, 0.050), 0.014),
            (hand_point(0.092, 0.064, 0.044), 0.012),
        ],
    );
    smooth_union(d, thumb, 0.010)
}

/// Leather bracers over both forearms.
#[must_use]
pub fn bracers(p: DVec3) -> f64 {
    let l = crate::sdf::to_left(p);
    let along = (l - ELBOW).dot(ARM_DIRECTION);
    let shell =
        round_cone(l, ELBOW + ARM_DIRECTION * 0.06, WRIST + ARM_DIRECTION * 0.02, 0.057, 0.039);
    let end = ((along - 0.165).abs() - 0.088) - 6.0 * (l.z + 0.015) * (l.z + 0.015);
    smooth_intersection(shell, end, 0.010)
}

fn bracer_ends(p: DVec3) -> f64 {
    let along = (crate::sdf::to_left(p) - ELBOW).dot(ARM_DIRECTION);
    0.070 - (along - 0.165).abs()
}

fn hides_bracers(p: DVec3) -> f64 {
    shirt_sleeves(p)
}

fn hides_hand(p: DVec3) -> f64 {
    let l = crate::sdf::to_left(p);
    (l - WRIST).dot(ARM_DIRECTION) + 0.012
}

fn hand_detail(p: DVec3) -> f64 {
    let along = (crate::sdf::to_left(p) - WRIST).dot(ARM_DIRECTION);
    if along > 0.085 { 6.0 } else { 2.0 }
}

/// Both hands and the bracers.
pub(super) fn parts() -> Vec<Part> {
    let hand = |name, field, low: [f64; 3], high: [f64; 3]| Part {
        triangles: 530,
        rig: Rig::Arm,
        material: Material::Leather,
        hidden_by: hides_hand,
        detail: hand_detail,
        ..part(name, field, low, high, 0.0042)
    };
    vec![
        hand("left hand", left_hand, [0.46, 0.84, -0.08], [0.71, 1.08, 0.08]),
        hand("right hand", right_hand, [-0.71, 0.84, -0.08], [-0.46, 1.08, 0.08]),
        Part {
            triangles: 430,
            rig: Rig::Forearm,
            material: Material::DarkLeather,
            hidden_by: hides_bracers,
            regions: &[(bracer_ends, Material::Leather)],
            ..part("bracers", bracers, [-0.60, 0.95, -0.09], [0.60, 1.20, 0.06], 0.0065)
        },
    ]
}
