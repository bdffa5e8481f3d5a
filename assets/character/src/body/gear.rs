//! Shoulder plate, buckle, pouch: things that do not bend.

use glam::DVec3;

use super::clothes::{UPRIGHT, tunic};
use super::{Part, part};
use crate::sdf::{
    about_x, about_y, about_z, ellipsoid, round_box, smooth_difference, smooth_intersection,
    smooth_union,
};
use crate::skeleton::Joint;
use crate::texture::Material;
use crate::weights::Rig;

/// How the shoulder plates lean outwards, radians.
const PLATE_LEAN: f64 = -0.62;

/// Two overlapping plates on the left shoulder.
#[must_use]
pub fn shoulder_plate(p: DVec3) -> f64 {
    plate(p, UPPER_PLATE, 1.0).min(plate(p, LOWER_PLATE, 0.93))
}

/// Centre of the upper plate, bind pose, metres.
const UPPER_PLATE: DVec3 = DVec3::new(0.190, 1.405, -0.013);
/// Centre of the lower plate, bind pose, metres.
const LOWER_PLATE: DVec3 = DVec3::new(0.222, 1.370, -0.013);

/// A dome with a thick rim, scaled by `size`.
fn plate(p: DVec3, centre: DVec3, size: f64) -> f64 {
    let q = about_z(-PLATE_LEAN) * (p - centre);
    let dome = ellipsoid(q, DVec3::ZERO, DVec3::new(0.090, 0.064, 0.092) * size);
    let rim = ellipsoid(q, DVec3::ZERO, DVec3::new(0.095, 0.068, 0.097) * size);
    let dome = smooth_intersection(dome, 0.012 - q.y, 0.004);
    let rim = smooth_intersection(rim, (q.y - 0.012).abs() - 0.008, 0.005);
    dome.min(rim)
}

fn plate_rims(p: DVec3) -> f64 {
    let rim = |centre: DVec3, size: f64| {
        let q = about_z(-PLATE_LEAN) * (p - centre);
        // Only where that plate is the surface.
        (q.y - 0.0205).max(plate(p, centre, size) - 0.002)
    };
    rim(LOWER_PLATE, 0.93).min(rim(UPPER_PLATE, 1.0))
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
            triangles: 480,
            rig: Rig::Between(Joint::LeftShoulder, Joint::LeftArm, 0.6),
            material: Material::Steel,
            hidden_by: hides_gear,
            regions: &[(plate_rims, Material::Gold)],
            ..part("shoulder plate", shoulder_plate, [0.08, 1.27, -0.13], [0.34, 1.50, 0.10], 0.006)
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
