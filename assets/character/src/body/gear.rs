//! Shoulder plate, buckle, pouch: things that do not bend.

use glam::DVec3;

use super::clothes::{UPRIGHT, tunic};
use super::{Part, part};
use crate::sdf::{
    about_x, about_y, about_z, ellipsoid, round_box, smooth_difference, smooth_intersection,
    smooth_union, torus,
};
use crate::skeleton::Joint;
use crate::texture::Material;
use crate::weights::Rig;

/// The plate sits on the shoulder and goes with the arm for the greater part.
const PLATE_RIG: Rig = Rig::Between(Joint::LeftShoulder, Joint::LeftArm, 0.6);

/// How the shoulder plate lean outwards, radians.
const PLATE_LEAN: f64 = -0.38;

/// Centre of the shoulder plate in the bind pose, metres.
const PLATE_CENTRE: DVec3 = DVec3::new(0.187, 1.420, -0.013);

/// A point in the axes of the plate, Y out of its middle.
fn in_plate(p: DVec3) -> DVec3 {
    about_z(-PLATE_LEAN) * (p - PLATE_CENTRE)
}

/// A dome on the left shoulder.
#[must_use]
pub fn shoulder_plate(p: DVec3) -> f64 {
    let q = in_plate(p);
    let dome = ellipsoid(q, DVec3::ZERO, DVec3::new(0.092, 0.062, 0.096));
    smooth_intersection(dome, -q.y, 0.004)
}

/// The raised rim of the plate.
#[must_use]
pub fn plate_rim(p: DVec3) -> f64 {
    torus(in_plate(p), DVec3::Y * 0.004, (0.0925, 0.0965), 0.0085, UPRIGHT)
}

fn hides_rims(p: DVec3) -> f64 {
    (shoulder_plate(p) + 0.002).min(hides_gear(p))
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
        Part {
            triangles: 220,
            rig: PLATE_RIG,
            material: Material::Steel,
            hidden_by: hides_gear,
            ..part("shoulder plate", shoulder_plate, [0.08, 1.27, -0.13], [0.34, 1.50, 0.10], 0.006)
        },
        Part {
            triangles: 270,
            rig: PLATE_RIG,
            material: Material::Gold,
            hidden_by: hides_rims,
            ..part("plate rim", plate_rim, [0.06, 1.24, -0.14], [0.36, 1.52, 0.11], 0.005)
        },
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
