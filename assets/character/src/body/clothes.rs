//! Tunic, shirt, trousers, boots, scarf.

use glam::{DQuat, DVec3};

use super::{Part, part};
use crate::sdf::{
    about_x, capsule, chain, ellipsoid, elliptic_cone, round_cone, smooth_difference,
    smooth_intersection, smooth_union, sphere, to_left, torus,
};
use crate::skeleton::{ANKLE, ARM_DIRECTION, ELBOW, HIP, KNEE, SHOULDER, WRIST};
use crate::texture::Material;
use crate::weights::Rig;

const fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Length of the tunic's sleeve along the arm, metres.
const SLEEVE: f64 = 0.155;
/// Height of the tunic's hem above the ground, metres.
const HEM: f64 = 0.745;

/// The trunk in its tunic, without sleeves and skirt.
#[must_use]
pub fn trunk(p: DVec3) -> f64 {
    let l = to_left(p);
    let mut d = ellipsoid(p, v(0.0, 1.285, -0.004), v(0.152, 0.165, 0.108));
    d = smooth_union(d, ellipsoid(p, v(0.0, 1.08, 0.0), v(0.127, 0.17, 0.096)), 0.07);
    d = smooth_union(d, ellipsoid(p, v(0.0, 0.955, -0.006), v(0.150, 0.11, 0.112)), 0.06);
    d = smooth_union(d, sphere(l, v(0.058, 1.300, 0.044), 0.054), 0.05);
    d = smooth_union(d, round_cone(l, v(0.05, 1.375, -0.02), SHOULDER, 0.060, 0.056), 0.045);
    d = smooth_union(
        d,
        round_cone(l, v(0.02, 1.45, -0.03), v(0.12, 1.405, -0.02), 0.045, 0.040),
        0.03,
    );
    d
}

/// The tunic with sleeves and skirt.
#[must_use]
pub fn tunic(p: DVec3) -> f64 {
    let l = to_left(p);
    // Shallow folds that run out towards the waist.
    let around = libm::atan2(p.x, p.z);
    let fold = 0.007 * libm::cos(around * 9.0) * ((1.0 - p.y) / 0.25).clamp(0.0, 1.0);
    let outside = elliptic_cone(p, -0.004, [HEM, 0.204, 0.156], [1.05, 0.126, 0.100]) - fold;
    let inside = elliptic_cone(p, -0.004, [HEM, 0.184, 0.136], [0.87, 0.145, 0.108]) - fold;
    let hollow = smooth_intersection(inside, p.y - 0.88, 0.02);
    let skirt = smooth_intersection(outside, (p.y - 1.06).max(HEM - p.y), 0.014);
    let mut d = smooth_union(trunk(p), smooth_difference(skirt, hollow, 0.010), 0.03);

    let along = (l - SHOULDER).dot(ARM_DIRECTION);
    let sleeve = round_cone(l, SHOULDER, SHOULDER + ARM_DIRECTION * 0.2, 0.061, 0.069);
    let sleeve = smooth_intersection(sleeve, along - SLEEVE, 0.012);
    let hollow = round_cone(
        l,
        SHOULDER + ARM_DIRECTION * 0.12,
        SHOULDER + ARM_DIRECTION * 0.2,
        0.030,
        0.058,
    );
    d = smooth_union(d, smooth_difference(sleeve, hollow, 0.008), 0.05);
    // The neck opening, a short slit in front.
    let opening = capsule(p, v(0.0, 1.52, 0.03), v(0.0, 1.455, 0.085), 0.035);
    smooth_difference(d, opening, 0.01)
}

fn tunic_trim(p: DVec3) -> f64 {
    let l = to_left(p);
    let hem = p.y - (HEM + 0.026);
    let cuff = (SLEEVE - 0.024) - (l - SHOULDER).dot(ARM_DIRECTION);
    hem.min(cuff.max(0.24 - l.x))
}

fn tunic_detail(p: DVec3) -> f64 {
    if p.y < 0.80 { 2.5 } else { 1.0 }
}

/// The shirt's sleeves, from under the tunic to the wrist.
#[must_use]
pub fn shirt_sleeves(p: DVec3) -> f64 {
    let l = to_left(p);
    let at = |t: f64| SHOULDER + (ELBOW - SHOULDER) * t;
    let below = |t: f64| ELBOW + (WRIST - ELBOW) * t;
    let upper = chain(l, &[(at(0.2), 0.050), (at(0.55), 0.051), (at(1.0), 0.043)]);
    let lower = chain(l, &[(below(0.0), 0.043), (below(0.3), 0.046), (below(1.0), 0.033)]);
    // The point of the elbow.
    let point = sphere(l, ELBOW + v(0.004, -0.004, -0.022), 0.026);
    smooth_union(smooth_union(upper, lower, 0.02), point, 0.02)
}

fn hides_sleeves(p: DVec3) -> f64 {
    let l = to_left(p);
    let in_tunic = (l - SHOULDER).dot(ARM_DIRECTION) - (SLEEVE - 0.035);
    let in_bracer = 0.105 - (l - ELBOW).dot(ARM_DIRECTION);
    in_tunic.min(in_bracer)
}

fn sleeve_detail(p: DVec3) -> f64 {
    if (to_left(p) - ELBOW).length() < 0.11 { 6.0 } else { 1.5 }
}

/// Trousers from the waist into the boots.
#[must_use]
pub fn trousers(p: DVec3) -> f64 {
    let l = to_left(p);
    let mut d = ellipsoid(p, v(0.0, 0.95, -0.006), v(0.142, 0.10, 0.104));
    d = smooth_union(d, sphere(l, v(0.070, 0.905, -0.040), 0.078), 0.04);
    let thigh = chain(
        l,
        &[(HIP, 0.074), (v(0.100, 0.72, 0.010), 0.076), (KNEE + v(0.0, 0.0, 0.010), 0.058)],
    );
    d = smooth_union(d, thigh, 0.03);
    let knee = sphere(l, v(0.102, 0.50, 0.024), 0.046);
    let shin = chain(
        l,
        &[
            (KNEE + v(0.0, 0.0, 0.010), 0.056),
            (v(0.105, 0.39, -0.012), 0.058),
            (v(0.107, 0.25, -0.02), 0.044),
        ],
    );
    smooth_union(d, smooth_union(knee, shin, 0.03), 0.02)
}

fn hides_trousers(p: DVec3) -> f64 {
    (0.85 - p.y).min(p.y - 0.36)
}

/// Leather over the front of the knees, higher in the middle.
fn knee_guard(p: DVec3) -> f64 {
    let aside = (to_left(p).x - 0.102).abs();
    let height = (p.y - 0.510).abs() - 0.078 + 0.55 * aside;
    height.max(0.006 - p.z)
}

fn trousers_detail(p: DVec3) -> f64 {
    if (to_left(p) - KNEE).length() < 0.1 { 8.0 } else { 1.0 }
}

/// Boots with their soles.
#[must_use]
pub fn boots(p: DVec3) -> f64 {
    let l = to_left(p);
    let shaft = chain(
        l,
        &[
            (v(0.104, 0.385, -0.010), 0.068),
            (v(0.106, 0.27, -0.018), 0.060),
            (v(0.108, 0.12, -0.026), 0.046),
        ],
    );
    let shaft = smooth_intersection(shaft, l.y - 0.41, 0.012);
    let hollow = round_cone(l, v(0.104, 0.40, -0.008), v(0.104, 0.48, -0.006), 0.05, 0.075);
    let mut d = smooth_difference(shaft, hollow, 0.008);
    d = smooth_union(d, foot(l), 0.03);
    // A turned-down cuff.
    let cuff = chain(l, &[(v(0.104, 0.33, -0.012), 0.068), (v(0.104, 0.42, -0.008), 0.078)]);
    let cuff = smooth_intersection(cuff, (l.y - 0.378).abs() - 0.030, 0.012);
    d = smooth_union(d, smooth_difference(cuff, hollow, 0.008), 0.004);
    let sole = smooth_intersection(foot(l) - 0.005, l.y - 0.022, 0.006);
    smooth_intersection(smooth_union(d, sole, 0.004), -l.y, 0.010)
}

fn foot(l: DVec3) -> f64 {
    let instep = chain(
        l,
        &[
            (ANKLE + v(0.0, -0.005, -0.004), 0.047),
            (v(0.113, 0.055, 0.055), 0.042),
            (v(0.118, 0.038, 0.128), 0.038),
        ],
    );
    let heel = round_cone(l, v(0.109, 0.03, -0.052), v(0.109, 0.07, -0.045), 0.036, 0.036);
    let toes = ellipsoid(l, v(0.117, 0.030, 0.115), v(0.050, 0.034, 0.064));
    smooth_union(smooth_union(instep, heel, 0.03), toes, 0.03)
}

fn boot_sole(p: DVec3) -> f64 {
    p.y - 0.029
}

fn boot_cuff(p: DVec3) -> f64 {
    0.3505 - p.y
}

fn boot_detail(p: DVec3) -> f64 {
    if p.y < 0.13 { 5.0 } else { 1.0 }
}

/// A scarf around the neck with a knot and two ends over the left of the chest.
#[must_use]
pub fn scarf(p: DVec3) -> f64 {
    let lower = torus(p, v(0.0, 1.432, -0.006), (0.080, 0.072), 0.030, about_x(0.22));
    let upper = torus(p, v(0.0, 1.468, -0.006), (0.070, 0.062), 0.024, about_x(0.30));
    let mut d = smooth_union(lower, upper, 0.010);
    let knot = ellipsoid(p, v(0.034, 1.408, 0.083), v(0.026, 0.022, 0.020));
    d = smooth_union(d, knot, 0.006);
    // The ends are strips of cloth: squeezed against the chest, wider the lower, cut off aslant.
    let long = chain(
        p,
        &[
            (v(0.040, 1.404, 0.090), 0.013),
            (v(0.058, 1.345, 0.110), 0.024),
            (v(0.078, 1.215, 0.112), 0.036),
        ],
    );
    let long =
        smooth_intersection(long, (v(0.076, 1.238, 0.0) - p).dot(v(-0.30, 0.954, 0.0)), 0.006);
    let short = chain(
        p,
        &[
            (v(0.030, 1.404, 0.090), 0.013),
            (v(0.022, 1.360, 0.110), 0.022),
            (v(0.004, 1.270, 0.114), 0.034),
        ],
    );
    let short =
        smooth_intersection(short, (v(0.006, 1.302, 0.0) - p).dot(v(0.34, 0.940, 0.0)), 0.006);
    let long = smooth_intersection(long, trunk(p) - 0.014, 0.008);
    let short = smooth_intersection(short, trunk(p) - 0.008, 0.006);
    smooth_union(d, smooth_union(long, short, 0.002), 0.008)
}

/// The part of the scarf that lies around the neck, without its ends: nothing is seen through it.
fn collar(p: DVec3) -> f64 {
    torus(p, v(0.0, 1.432, -0.006), (0.080, 0.072), 0.024, about_x(0.22))
}

fn hides_scarf(p: DVec3) -> f64 {
    trunk(p) + 0.01
}

/// The belt around the waist.
#[must_use]
pub fn belt(p: DVec3) -> f64 {
    let slope = 0.02 * p.x;
    smooth_intersection(tunic(p) - 0.009, (p.y - 1.035 - slope).abs() - 0.024, 0.008)
}

fn hides_belt(p: DVec3) -> f64 {
    tunic(p) + 0.006
}

/// A strap from the right shoulder to the left hip.
#[must_use]
pub fn strap(p: DVec3) -> f64 {
    let tilt = DVec3::new(0.868, 0.497, 0.0);
    let across = ((p - v(0.0175, 1.235, 0.0)).dot(tilt)).abs() - 0.019;
    let band = smooth_intersection(trunk(p) - 0.0075, across, 0.006);
    smooth_intersection(band, 1.026 - p.y, 0.006)
}

/// The strap that holds the pauldron: from the left shoulder under the right arm and back.
#[must_use]
pub fn pauldron_strap(p: DVec3) -> f64 {
    let tilt = DVec3::new(0.620, -0.785, 0.0);
    let across = ((p - v(0.120, 1.415, 0.0)).dot(tilt)).abs() - 0.013;
    smooth_intersection(trunk(p) - 0.0050, across, 0.004)
}

fn hides_pauldron_strap(p: DVec3) -> f64 {
    trunk(p) + 0.006
}

fn hides_strap(p: DVec3) -> f64 {
    (trunk(p) + 0.006).min(belt(p) + 0.002)
}

/// Clothes from neck to sole.
pub(super) fn parts() -> Vec<Part> {
    vec![
        Part {
            triangles: 1500,
            material: Material::Tunic,
            rig: Rig::Skirted,
            regions: &[(tunic_trim, Material::Trim)],
            hidden_by: collar,
            detail: tunic_detail,
            ..part("tunic", tunic, [-0.36, 0.70, -0.21], [0.36, 1.52, 0.21], 0.010)
        },
        Part {
            triangles: 560,
            material: Material::Shirt,
            hidden_by: hides_sleeves,
            detail: sleeve_detail,
            ..part("shirt", shirt_sleeves, [-0.62, 0.95, -0.09], [0.62, 1.46, 0.07], 0.010)
        },
        Part {
            triangles: 740,
            material: Material::Trousers,
            regions: &[(knee_guard, Material::DarkLeather)],
            hidden_by: hides_trousers,
            detail: trousers_detail,
            ..part("trousers", trousers, [-0.22, 0.17, -0.15], [0.22, 1.08, 0.14], 0.011)
        },
        Part {
            triangles: 950,
            material: Material::Leather,
            regions: &[(boot_cuff, Material::DarkLeather), (boot_sole, Material::Sole)],
            detail: boot_detail,
            ..part("boots", boots, [-0.21, -0.03, -0.13], [0.21, 0.44, 0.21], 0.009)
        },
        Part {
            triangles: 420,
            material: Material::Scarf,
            hidden_by: hides_scarf,
            ..part("scarf", scarf, [-0.13, 1.19, -0.13], [0.15, 1.53, 0.16], 0.0065)
        },
        Part {
            triangles: 300,
            material: Material::DarkLeather,
            hidden_by: hides_belt,
            ..part("belt", belt, [-0.2, 0.98, -0.16], [0.2, 1.1, 0.16], 0.006)
        },
        Part {
            triangles: 330,
            material: Material::Leather,
            hidden_by: hides_strap,
            ..part("strap", strap, [-0.22, 1.0, -0.17], [0.22, 1.52, 0.17], 0.006)
        },
        Part {
            triangles: 200,
            material: Material::DarkLeather,
            hidden_by: hides_pauldron_strap,
            ..part(
                "pauldron strap",
                pauldron_strap,
                [-0.24, 1.06, -0.17],
                [0.24, 1.52, 0.17],
                0.006,
            )
        },
    ]
}

/// No rotation.
pub(super) const UPRIGHT: DQuat = DQuat::IDENTITY;
