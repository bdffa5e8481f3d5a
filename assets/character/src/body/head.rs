//! Head, neck, ears and hair.

use glam::DVec3;

use super::{Part, part};
use crate::sdf::{
    about_x, about_y, about_z, capsule, chain, ellipsoid, round_cone, smooth_difference,
    smooth_union, smoothstep, sphere, to_left, turned_ellipsoid,
};
use crate::texture::Material;
use crate::weights::Rig;

const fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Head with neck.
#[must_use]
pub fn head(p: DVec3) -> f64 {
    let l = to_left(p);
    let mut d = ellipsoid(p, v(0.0, 1.672, -0.008), v(0.090, 0.104, 0.106));
    d = smooth_union(d, ellipsoid(p, v(0.0, 1.625, 0.024), v(0.069, 0.085, 0.078)), 0.05);
    d = smooth_union(
        d,
        round_cone(l, v(0.007, 1.550, 0.079), v(0.050, 1.602, 0.0), 0.0215, 0.029),
        0.04,
    );
    d = smooth_union(d, sphere(l, v(0.039, 1.612, 0.053), 0.030), 0.03);
    d = smooth_union(d, capsule(l, v(0.016, 1.675, 0.083), v(0.052, 1.674, 0.068), 0.017), 0.022);
    d = smooth_difference(d, sphere(l, v(0.041, 1.646, 0.119), 0.026), 0.022);
    d = smooth_union(d, nose(p), 0.012);
    // The lips.
    d = smooth_union(d, ellipsoid(p, v(0.0, 1.5785, 0.0930), v(0.0180, 0.0058, 0.0090)), 0.011);
    d = smooth_union(d, ellipsoid(p, v(0.0, 1.5655, 0.0928), v(0.0150, 0.0060, 0.0090)), 0.011);
    d = smooth_union(d, ear(l), 0.008);
    smooth_union(d, round_cone(p, v(0.0, 1.38, -0.022), v(0.0, 1.57, -0.012), 0.058, 0.053), 0.025)
}

fn nose(p: DVec3) -> f64 {
    let bridge = round_cone(p, v(0.0, 1.660, 0.0890), v(0.0, 1.6185, 0.1165), 0.0050, 0.0070);
    let base = ellipsoid(p, v(0.0, 1.6130, 0.0985), v(0.0135, 0.0080, 0.011));
    smooth_union(bridge, base, 0.009)
}

fn ear(l: DVec3) -> f64 {
    let turn = about_y(0.45) * about_x(-0.15);
    let shell = turned_ellipsoid(l, v(0.091, 1.635, -0.012), v(0.011, 0.033, 0.021), turn);
    smooth_difference(shell, sphere(l, v(0.106, 1.640, -0.002), 0.013), 0.006)
}

/// A lock of hair: points from root to tip with radii.
type Lock = &'static [(DVec3, f64)];

/// Locks of hair, left and right alike.
const LOCKS: [Lock; 10] = [
    // Side locks in front of the ears.
    &[
        (v(0.066, 1.748, 0.048), 0.030),
        (v(0.092, 1.700, 0.055), 0.020),
        (v(0.093, 1.650, 0.058), 0.010),
        (v(0.089, 1.612, 0.060), 0.002),
    ],
    &[
        (v(0.080, 1.730, 0.015), 0.030),
        (v(0.101, 1.675, 0.022), 0.019),
        (v(0.101, 1.625, 0.028), 0.009),
        (v(0.097, 1.590, 0.034), 0.002),
    ],
    // Behind the ears, down to the nape.
    &[
        (v(0.075, 1.725, -0.025), 0.036),
        (v(0.098, 1.660, -0.040), 0.026),
        (v(0.099, 1.600, -0.052), 0.014),
        (v(0.092, 1.548, -0.050), 0.002),
    ],
    &[
        (v(0.062, 1.720, -0.060), 0.040),
        (v(0.082, 1.640, -0.085), 0.028),
        (v(0.078, 1.570, -0.090), 0.016),
        (v(0.066, 1.508, -0.078), 0.002),
    ],
    &[
        (v(0.022, 1.720, -0.075), 0.042),
        (v(0.030, 1.620, -0.106), 0.028),
        (v(0.027, 1.555, -0.104), 0.017),
        (v(0.018, 1.492, -0.088), 0.002),
    ],
    // The crown, swept back in layers; each tip stands off the layer below.
    &[
        (v(0.026, 1.760, 0.045), 0.028),
        (v(0.042, 1.766, -0.020), 0.026),
        (v(0.052, 1.728, -0.095), 0.022),
        (v(0.058, 1.652, -0.138), 0.002),
    ],
    &[
        (v(0.056, 1.742, 0.034), 0.030),
        (v(0.080, 1.730, -0.026), 0.026),
        (v(0.092, 1.690, -0.078), 0.020),
        (v(0.098, 1.624, -0.112), 0.002),
    ],
    &[
        (v(0.000, 1.764, 0.030), 0.028),
        (v(0.004, 1.770, -0.035), 0.027),
        (v(0.016, 1.730, -0.108), 0.023),
        (v(0.022, 1.640, -0.150), 0.002),
    ],
    &[
        (v(0.020, 1.720, -0.080), 0.040),
        (v(0.046, 1.665, -0.108), 0.030),
        (v(0.052, 1.610, -0.122), 0.017),
        (v(0.048, 1.552, -0.128), 0.002),
    ],
    // Between fringe and side lock.
    &[
        (v(0.050, 1.760, 0.040), 0.030),
        (v(0.076, 1.736, 0.062), 0.022),
        (v(0.088, 1.690, 0.070), 0.012),
        (v(0.090, 1.652, 0.074), 0.002),
    ],
];

/// The fringe, swept to the character's left.
const FRINGE: [Lock; 6] = [
    &[
        (v(-0.030, 1.765, 0.055), 0.026),
        (v(-0.060, 1.740, 0.082), 0.022),
        (v(-0.081, 1.700, 0.080), 0.011),
        (v(-0.087, 1.664, 0.074), 0.002),
    ],
    &[
        (v(-0.020, 1.770, 0.055), 0.028),
        (v(-0.038, 1.742, 0.094), 0.022),
        (v(-0.056, 1.712, 0.100), 0.011),
        (v(-0.068, 1.682, 0.096), 0.002),
    ],
    &[
        (v(-0.010, 1.772, 0.055), 0.028),
        (v(-0.010, 1.748, 0.100), 0.023),
        (v(-0.022, 1.714, 0.110), 0.012),
        (v(-0.036, 1.680, 0.110), 0.002),
    ],
    &[
        (v(0.000, 1.772, 0.055), 0.028),
        (v(0.016, 1.748, 0.100), 0.024),
        (v(0.016, 1.714, 0.112), 0.013),
        (v(0.006, 1.678, 0.114), 0.002),
    ],
    &[
        (v(0.005, 1.772, 0.055), 0.030),
        (v(0.038, 1.750, 0.090), 0.024),
        (v(0.054, 1.716, 0.100), 0.012),
        (v(0.060, 1.680, 0.102), 0.002),
    ],
    &[
        (v(0.015, 1.768, 0.050), 0.030),
        (v(0.058, 1.748, 0.072), 0.024),
        (v(0.080, 1.706, 0.082), 0.012),
        (v(0.090, 1.664, 0.078), 0.002),
    ],
];

/// The hair.
#[must_use]
pub fn hair(p: DVec3) -> f64 {
    let l = to_left(p);
    let cap = ellipsoid(p, v(0.0, 1.684, -0.016), v(0.103, 0.106, 0.114));
    // The hair line lies behind the fringe, so that no gap between locks leads past the head.
    let face = turned_ellipsoid(p, v(0.0, 1.606, 0.085), v(0.084, 0.095, 0.085), about_x(-0.12));
    let mut d = smooth_difference(cap, face, 0.012);
    d = smooth_difference(
        d,
        turned_ellipsoid(l, v(0.1, 1.60, 0.0), v(0.05, 0.06, 0.04), about_z(0.0)),
        0.01,
    );
    for lock in &LOCKS {
        d = smooth_union(d, chain(l, lock), 0.012);
    }
    for lock in &FRINGE {
        d = smooth_union(d, chain(p, lock), 0.006);
    }
    d
}

/// Tips and parting lines of locks are thin; the cap between them is plain.
fn hair_detail(p: DVec3) -> f64 {
    let tips = LOCKS
        .iter()
        .map(|lock| (lock, to_left(p)))
        .chain(FRINGE.iter().map(|lock| (lock, p)))
        .filter_map(|(lock, p)| lock.last().map(|(tip, _)| (p - *tip).length()))
        .fold(f64::INFINITY, f64::min);
    1.0 + 9.0 * smoothstep(0.045, 0.010, tips)
}

/// What the light sees of head and neck: nose and lips would throw a beard of shade.
fn egg(p: DVec3) -> f64 {
    let head = ellipsoid(p, v(0.0, 1.640, -0.010), v(0.092, 0.125, 0.112));
    let neck = round_cone(p, v(0.0, 1.38, -0.022), v(0.0, 1.57, -0.012), 0.058, 0.053);
    smooth_union(smooth_union(head, neck, 0.03), ear(to_left(p)), 0.008)
}

/// Inside the hair and inside the collar nobody sees the skin.
fn hides_head(p: DVec3) -> f64 {
    (hair(p) + 0.022).min(round_cone(p, v(0.0, 1.30, -0.02), v(0.0, 1.40, -0.02), 0.08, 0.065))
}

fn head_detail(p: DVec3) -> f64 {
    let mouth_and_nose = p.z > 0.075 && p.x.abs() < 0.03 && p.y < 1.64 && p.y > 1.54;
    match p.z > 0.04 && p.y > 1.54 && p.y < 1.70 {
        true if mouth_and_nose => 60.0,
        true => 6.0,
        false => 1.2,
    }
}

fn hides_hair(p: DVec3) -> f64 {
    head(p) + 0.014
}

/// Head and hair.
pub(super) fn parts() -> Vec<Part> {
    vec![
        Part {
            triangles: 1510,
            rig: Rig::Head,
            material: Material::Skin,
            hidden_by: hides_head,
            detail: head_detail,
            lit_as: Some(egg),
            ..part("head", head, [-0.13, 1.30, -0.14], [0.13, 1.80, 0.15], 0.0042)
        },
        Part {
            triangles: 1370,
            rig: Rig::Rigid(crate::skeleton::Joint::Head),
            material: Material::Hair,
            hidden_by: hides_hair,
            detail: hair_detail,
            ..part("hair", hair, [-0.15, 1.48, -0.18], [0.15, 1.84, 0.15], 0.0048)
        },
    ]
}
