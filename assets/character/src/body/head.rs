//! Head, neck, ears and hair.

use glam::DVec3;

use super::{Part, part};
use crate::sdf::{
    about_x, about_y, about_z, capsule, chain, ellipsoid, round_cone, smooth_difference,
    smooth_union, sphere, to_left, turned_ellipsoid,
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
        round_cone(l, v(0.008, 1.547, 0.068), v(0.048, 1.600, 0.0), 0.023, 0.029),
        0.05,
    );
    d = smooth_union(d, sphere(l, v(0.039, 1.610, 0.055), 0.030), 0.03);
    d = smooth_union(d, capsule(l, v(0.016, 1.675, 0.083), v(0.052, 1.674, 0.068), 0.017), 0.022);
    d = smooth_difference(d, sphere(l, v(0.041, 1.646, 0.119), 0.026), 0.022);
    d = smooth_union(
        d,
        round_cone(p, v(0.0, 1.655, 0.094), v(0.0, 1.618, 0.112), 0.006, 0.0105),
        0.015,
    );
    d = smooth_union(d, sphere(l, v(0.0095, 1.6135, 0.102), 0.006), 0.010);
    d = smooth_union(d, ellipsoid(p, v(0.0, 1.573, 0.088), v(0.022, 0.012, 0.012)), 0.014);
    d = smooth_union(d, ear(l), 0.008);
    smooth_union(d, round_cone(p, v(0.0, 1.38, -0.022), v(0.0, 1.57, -0.012), 0.058, 0.053), 0.025)
}

fn ear(l: DVec3) -> f64 {
    let turn = about_y(0.45) * about_x(-0.15);
    let shell = turned_ellipsoid(l, v(0.091, 1.635, -0.012), v(0.011, 0.033, 0.021), turn);
    smooth_difference(shell, sphere(l, v(0.106, 1.640, -0.002), 0.013), 0.006)
}

/// Locks of hair, left and right alike: root, middle and tip with radii.
const LOCKS: [[(DVec3, f64); 3]; 9] = [
    // Side locks in front of the ears.
    [
        (v(0.070, 1.745, 0.045), 0.030),
        (v(0.094, 1.690, 0.050), 0.020),
        (v(0.090, 1.622, 0.052), 0.003),
    ],
    [
        (v(0.080, 1.730, 0.015), 0.030),
        (v(0.103, 1.670, 0.020), 0.020),
        (v(0.101, 1.606, 0.030), 0.003),
    ],
    // Behind the ears, down to the nape.
    [
        (v(0.075, 1.720, -0.030), 0.036),
        (v(0.100, 1.650, -0.045), 0.026),
        (v(0.094, 1.560, -0.048), 0.004),
    ],
    [
        (v(0.060, 1.720, -0.060), 0.042),
        (v(0.078, 1.630, -0.085), 0.032),
        (v(0.078, 1.530, -0.080), 0.004),
    ],
    [
        (v(0.025, 1.720, -0.075), 0.044),
        (v(0.034, 1.620, -0.108), 0.032),
        (v(0.036, 1.510, -0.092), 0.004),
    ],
    // The crown, swept back.
    [
        (v(0.026, 1.758, 0.045), 0.030),
        (v(0.040, 1.774, -0.015), 0.026),
        (v(0.052, 1.742, -0.110), 0.008),
    ],
    [
        (v(0.058, 1.738, 0.030), 0.032),
        (v(0.078, 1.738, -0.030), 0.028),
        (v(0.088, 1.696, -0.092), 0.008),
    ],
    [
        (v(0.006, 1.762, 0.030), 0.030),
        (v(0.008, 1.779, -0.030), 0.026),
        (v(0.014, 1.735, -0.124), 0.008),
    ],
    [
        (v(0.020, 1.740, -0.060), 0.044),
        (v(0.044, 1.690, -0.100), 0.034),
        (v(0.054, 1.620, -0.140), 0.004),
    ],
];

/// The fringe, swept to the character's left.
const FRINGE: [[(DVec3, f64); 3]; 5] = [
    [
        (v(-0.030, 1.765, 0.055), 0.026),
        (v(-0.058, 1.738, 0.082), 0.022),
        (v(-0.083, 1.690, 0.070), 0.003),
    ],
    [
        (v(-0.020, 1.770, 0.055), 0.028),
        (v(-0.032, 1.740, 0.096), 0.022),
        (v(-0.060, 1.698, 0.098), 0.003),
    ],
    [
        (v(-0.010, 1.772, 0.055), 0.028),
        (v(0.000, 1.745, 0.102), 0.024),
        (v(-0.016, 1.697, 0.114), 0.003),
    ],
    [
        (v(-0.005, 1.772, 0.055), 0.030),
        (v(0.030, 1.752, 0.094), 0.025),
        (v(0.050, 1.697, 0.104), 0.003),
    ],
    [
        (v(0.015, 1.768, 0.050), 0.030),
        (v(0.058, 1.748, 0.072), 0.024),
        (v(0.086, 1.688, 0.072), 0.003),
    ],
];

/// The hair.
#[must_use]
pub fn hair(p: DVec3) -> f64 {
    let l = to_left(p);
    let cap = ellipsoid(p, v(0.0, 1.684, -0.016), v(0.103, 0.109, 0.116));
    let face = turned_ellipsoid(p, v(0.0, 1.610, 0.085), v(0.086, 0.112, 0.085), about_x(-0.12));
    let mut d = smooth_difference(cap, face, 0.012);
    d = smooth_difference(
        d,
        turned_ellipsoid(l, v(0.1, 1.60, 0.0), v(0.05, 0.06, 0.04), about_z(0.0)),
        0.01,
    );
    for lock in &LOCKS {
        d = smooth_union(d, chain(l, lock), 0.010);
    }
    for lock in &FRINGE {
        d = smooth_union(d, chain(p, lock), 0.008);
    }
    d
}

/// Inside the hair and inside the collar nobody sees the skin.
fn hides_head(p: DVec3) -> f64 {
    (hair(p) + 0.016).min(round_cone(p, v(0.0, 1.30, -0.02), v(0.0, 1.40, -0.02), 0.08, 0.065))
}

fn head_detail(p: DVec3) -> f64 {
    if p.z > 0.04 && p.y > 1.54 { 6.0 } else { 2.0 }
}

fn hides_hair(p: DVec3) -> f64 {
    head(p) + 0.008
}

/// Head and hair.
pub(super) fn parts() -> Vec<Part> {
    vec![
        Part {
            triangles: 1500,
            rig: Rig::Head,
            material: Material::Skin,
            hidden_by: hides_head,
            detail: head_detail,
            ..part("head", head, [-0.13, 1.30, -0.14], [0.13, 1.80, 0.15], 0.0055)
        },
        Part {
            triangles: 1560,
            rig: Rig::Rigid(crate::skeleton::Joint::Head),
            material: Material::Hair,
            hidden_by: hides_hair,
            ..part("hair", hair, [-0.15, 1.48, -0.18], [0.15, 1.84, 0.15], 0.0065)
        },
    ]
}
