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

/// The plates sit on the shoulder and go with the arm for the greater part.
const PLATE_RIG: Rig = Rig::Between(Joint::LeftShoulder, Joint::LeftArm, 0.6);

/// How the shoulder plates lean outwards, radians.
const PLATE_LEAN: f64 = -0.62;

/// Centres (bind pose, metres) and sizes of the upper and the lower shoulder plate.
const PLATES: [(DVec3, f64); 2] =
    [(DVec3::new(0.190, 1.408, -0.013), 1.0), (DVec3::new(0.205, 1.375, -0.013), 0.99)];

/// A point in the axes of a plate of size 1.
fn in_plate(p: DVec3, (centre, size): (DVec3, f64)) -> DVec3 {
    about_z(-PLATE_LEAN) * (p - centre) / size
}

/// Two overlapping domes on the left shoulder.
#[must_use]
pub fn shoulder_plates(p: DVec3) -> f64 {
    let dome = |plate: (DVec3, f64)| {
        let q = in_plate(p, plate);
        let dome = ellipsoid(q, DVec3::ZERO, DVec3::new(0.090, 0.064, 0.092));
        smooth_intersection(dome, -q.y, 0.004) * plate.1
    };
    dome(PLATES[0]).min(dome(PLATES[1]))
}

/// The raised rims of the plates.
#[must_use]
pub fn plate_rims(p: DVec3) -> f64 {
    let rim = |plate: (DVec3, f64)| {
        let q = in_plate(p, plate);
        torus(q, DVec3::Y * 0.004, (0.0905, 0.0925), 0.0085, UPRIGHT) * plate.1
    };
    rim(PLATES[0]).min(rim(PLATES[1]))
}

fn hides_rims(p: DVec3) -> f64 {
    (shoulder_plates(p) + 0.002).min(hides_gear(p))
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
            triangles: 260,
            rig: PLATE_RIG,
            material: Material::Steel,
            hidden_by: hides_gear,
            ..part("shoulder plates", shoulder_plates, [0.08, 1.27, -0.13], [0.34, 1.50, 0.10], 0.006)
        },
        Part {
            triangles: 360,
            rig: PLATE_RIG,
            material: Material::Gold,
            hidden_by: hides_rims,
            ..part("plate rims", plate_rims, [0.06, 1.24, -0.14], [0.36, 1.52, 0.11], 0.005)
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
