//! Pauldron, buckle, pouch: things that do not bend.

use glam::DVec3;

use super::clothes::{UPRIGHT, tunic};
use super::{Part, part};
use crate::sdf::{
    Field, about_x, about_y, round_box, smooth_difference, smooth_intersection, smooth_union,
    sphere,
};
use crate::skeleton::{ARM_DIRECTION, Joint, SHOULDER};
use crate::texture::Material;
use crate::weights::Rig;

/// Where the lames end around the arm: so far over its axis, metres along the second of [`arm_axes`].
const LAME_EDGE: f64 = -0.022;
/// How far the gold rim of a lame reaches from its edge, metres.
const RIM: f64 = 0.009;

/// One plate of the pauldron: a shell over the sleeve, from the shoulder to `end` along the arm.
#[derive(Clone, Copy, Debug)]
struct Lame {
    /// Along the arm from the shoulder joint, metres.
    start: f64,
    end: f64,
    /// Distance of its outside from the sleeve at the end, metres; towards the start it lies closer.
    stand_off: f64,
}

/// From the shoulder down; each comes out from under the one above.
const LAMES: [Lame; 3] = [
    Lame { start: -0.078, end: 0.046, stand_off: 0.019 },
    Lame { start: 0.020, end: 0.084, stand_off: 0.016 },
    Lame { start: 0.058, end: 0.118, stand_off: 0.013 },
];

/// A point from the left shoulder joint in axes of the arm: along it, away from the body over it, and forwards.
fn arm_axes(p: DVec3) -> DVec3 {
    let q = p - SHOULDER;
    let over = DVec3::new(-ARM_DIRECTION.y, ARM_DIRECTION.x, 0.0);
    DVec3::new(q.dot(ARM_DIRECTION), q.dot(over), q.z)
}

/// How far inside the outline of a lame a point is, metres below 0.
fn outline(q: DVec3, lame: Lame) -> f64 {
    // The lower edge runs out to a soft point over the arm, the upper one follows the shoulder.
    let lower = q.x - (lame.end - 1.6 * q.z * q.z);
    let upper = (lame.start + 2.0 * q.z * q.z) - q.x;
    smooth_intersection(smooth_intersection(lower, upper, 0.02), LAME_EDGE - q.y, 0.03)
}

fn lame_solid(p: DVec3, lame: Lame) -> f64 {
    let q = arm_axes(p);
    // Rounder than the sleeve: the plate arches over the shoulder.
    let shoulder = sphere(p, SHOULDER + DVec3::new(0.003, 0.003, 0.0), 0.066);
    let body = smooth_union(tunic(p), shoulder, 0.03);
    let stand_off = lame.stand_off - 0.11 * (lame.end - q.x).max(0.0);
    smooth_intersection(body - stand_off.max(0.007), outline(q, lame), 0.005)
}

/// The rim of a lame, below 0 on it: along its lower edge and its ends.
fn rim(p: DVec3, lame: Lame) -> f64 {
    let q = arm_axes(p);
    let lower = lame.end - 1.6 * q.z * q.z - q.x;
    lower.min(q.y - LAME_EDGE) - RIM
}

/// The uppermost plate of the pauldron, over the left shoulder.
#[must_use]
pub fn upper_lame(p: DVec3) -> f64 {
    lame_solid(p, LAMES[0])
}

/// The middle plate.
#[must_use]
pub fn middle_lame(p: DVec3) -> f64 {
    lame_solid(p, LAMES[1])
}

/// The lowest plate, over the upper arm.
#[must_use]
pub fn lower_lame(p: DVec3) -> f64 {
    lame_solid(p, LAMES[2])
}

fn upper_rim(p: DVec3) -> f64 {
    rim(p, LAMES[0])
}

fn middle_rim(p: DVec3) -> f64 {
    rim(p, LAMES[1])
}

fn lower_rim(p: DVec3) -> f64 {
    rim(p, LAMES[2])
}

/// A lame with its gold rim.
fn lame(
    name: &'static str,
    field: Field,
    regions: &'static [(Field, Material)],
    place: Lame,
) -> Part {
    Part {
        triangles: 158,
        rig: Rig::Lame(0.5 * (place.start + place.end)),
        material: Material::Steel,
        regions,
        hidden_by: hides_gear,
        ..part(name, field, [0.08, 1.22, -0.14], [0.38, 1.52, 0.11], 0.005)
    }
}

/// The belt's buckle, a frame with a bar.
#[must_use]
pub fn buckle(p: DVec3) -> f64 {
    let centre = DVec3::new(0.0, 1.035, 0.113);
    let frame = round_box(p, centre, DVec3::new(0.034, 0.030, 0.010), 0.007, UPRIGHT);
    let hole =
        round_box(p, centre + DVec3::Z * 0.008, DVec3::new(0.021, 0.017, 0.010), 0.004, UPRIGHT);
    smooth_difference(frame, hole, 0.004)
}

/// A pouch on the right hip.
#[must_use]
pub fn pouch(p: DVec3) -> f64 {
    let turn = about_y(-1.05) * about_x(-0.20);
    let centre = DVec3::new(-0.136, 0.975, 0.066);
    let bag = round_box(p, centre, DVec3::new(0.040, 0.044, 0.026), 0.018, turn);
    let flap = round_box(
        p,
        centre + turn * DVec3::new(0.0, 0.026, 0.006),
        DVec3::new(0.043, 0.024, 0.028),
        0.014,
        turn,
    );
    smooth_union(bag, flap, 0.003)
}

fn pouch_flap(p: DVec3) -> f64 {
    let turn = about_y(-1.05) * about_x(-0.20);
    let q = turn.inverse() * (p - DVec3::new(-0.136, 0.975, 0.066));
    0.004 - q.y
}

fn hides_gear(p: DVec3) -> f64 {
    tunic(p) + 0.008
}

/// All stiff things but the sword.
pub(super) fn parts() -> Vec<Part> {
    vec![
        lame("upper lame", upper_lame, &[(upper_rim, Material::Gold)], LAMES[0]),
        lame("middle lame", middle_lame, &[(middle_rim, Material::Gold)], LAMES[1]),
        lame("lower lame", lower_lame, &[(lower_rim, Material::Gold)], LAMES[2]),
        Part {
            triangles: 130,
            rig: Rig::Between(Joint::Hips, Joint::Spine, 0.4),
            material: Material::Gold,
            hidden_by: hides_gear,
            ..part("buckle", buckle, [-0.05, 0.99, 0.08], [0.05, 1.08, 0.14], 0.005)
        },
        Part {
            triangles: 170,
            rig: Rig::Rigid(Joint::Hips),
            material: Material::Leather,
            regions: &[(pouch_flap, Material::DarkLeather)],
            hidden_by: hides_gear,
            ..part("pouch", pouch, [-0.22, 0.90, -0.01], [-0.06, 1.05, 0.15], 0.008)
        },
    ]
}
