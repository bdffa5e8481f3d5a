//! The sword: flat faces, built directly. It points forwards out of the right fist in the bind pose.

use glam::{DQuat, DVec3};

use super::hands::grip_centre;
use crate::skeleton::{ARM_DIRECTION, Side};
use crate::texture::Material;

/// A piece of the sword: triangles with their own flat or smooth normals.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Positions and normals in model space, three a triangle.
    pub corners: Vec<(DVec3, DVec3)>,
    /// Colour.
    pub material: Material,
}

/// From the guard to the point, metres.
pub const BLADE_LENGTH: f64 = 0.74;
/// From the middle of the grip to the guard, metres.
const GRIP_TO_GUARD: f64 = 0.062;

/// Direction of the blade in the bind pose.
pub const BLADE_DIRECTION: DVec3 = DVec3::Z;

/// The point of the sword in the bind pose, model space, metres.
#[must_use]
pub fn tip() -> DVec3 {
    to_model(DVec3::new(0.0, GRIP_TO_GUARD + BLADE_LENGTH, 0.0))
}

/// From the sword's own axes (X: edge, Y: point, Z: flat; origin in the middle of the grip) to model space.
fn to_model(p: DVec3) -> DVec3 {
    grip_centre() + turn() * p
}

fn turn() -> DQuat {
    let edge = Side::Right.mirror(ARM_DIRECTION);
    let flat = edge.cross(BLADE_DIRECTION);
    DQuat::from_mat3(&glam::DMat3::from_cols(edge, BLADE_DIRECTION, flat))
}

/// All pieces.
#[must_use]
pub fn pieces() -> Vec<Piece> {
    let guard = GRIP_TO_GUARD;
    vec![
        flat(Material::Steel, blade(guard)),
        flat(Material::Gold, block(guard, 0.012)),
        smooth(
            Material::DarkLeather,
            &[(-0.078, 0.0115), (-0.03, 0.0145), (0.02, 0.0130), (guard - 0.004, 0.0145)],
            10,
        ),
        smooth(
            Material::Gold,
            &[
                (-0.120, 0.0),
                (-0.117, 0.012),
                (-0.104, 0.0205),
                (-0.090, 0.0185),
                (-0.078, 0.010),
                (-0.074, 0.001),
            ],
            10,
        ),
    ]
}

/// A blade of diamond section with a ridge, wide at the guard, drawn to a point.
fn blade(from: f64) -> Vec<[DVec3; 3]> {
    let sections = [
        (0.0, 0.0250, 0.0062),
        (0.10, 0.0235, 0.0058),
        (0.62, 0.0190, 0.0046),
        (0.87, 0.0155, 0.0036),
    ];
    let ring = |(t, width, thickness): (f64, f64, f64)| {
        let y = from + t * BLADE_LENGTH;
        [
            DVec3::new(width, y, 0.0),
            DVec3::new(0.0, y, -thickness),
            DVec3::new(-width, y, 0.0),
            DVec3::new(0.0, y, thickness),
        ]
    };
    let mut faces = Vec::new();
    for pair in sections.windows(2) {
        let (low, high) = (ring(pair[0]), ring(pair[1]));
        for k in 0..4 {
            let n = (k + 1) % 4;
            faces.extend([[low[k], high[n], low[n]], [low[k], high[k], high[n]]]);
        }
    }
    let last = ring(sections[sections.len() - 1]);
    let point = DVec3::new(0.0, from + BLADE_LENGTH, 0.0);
    faces.extend((0..4).map(|k| [last[k], point, last[(k + 1) % 4]]));
    faces.iter().map(|f| outwards(*f, DVec3::new(0.0, f[0].y, 0.0))).collect()
}

/// The cross guard: arms that rise towards the point and widen.
fn block(at: f64, half_height: f64) -> Vec<[DVec3; 3]> {
    let stations = [
        (-0.092, 0.016, 0.55, 0.012),
        (-0.050, 0.003, 0.75, 0.011),
        (0.0, 0.0, 1.1, 0.016),
        (0.050, 0.003, 0.75, 0.011),
        (0.092, 0.016, 0.55, 0.012),
    ];
    let ring = |(x, rise, height, depth): (f64, f64, f64, f64)| {
        let (y, h) = (at + rise, half_height * height);
        [
            DVec3::new(x, y - h, -depth),
            DVec3::new(x, y - h, depth),
            DVec3::new(x, y + h, depth),
            DVec3::new(x, y + h, -depth),
        ]
    };
    let mut faces = Vec::new();
    let mut add = |face: [DVec3; 3], inside: DVec3| faces.push(outwards(face, inside));
    for pair in stations.windows(2) {
        let (low, high) = (ring(pair[0]), ring(pair[1]));
        let inside = low.into_iter().chain(high).sum::<DVec3>() / 8.0;
        for k in 0..4 {
            let n = (k + 1) % 4;
            add([low[k], high[n], low[n]], inside);
            add([low[k], high[k], high[n]], inside);
        }
    }
    for station in [stations[0], stations[4]] {
        let r = ring(station);
        let inside = DVec3::new(0.0, at, 0.0);
        add([r[0], r[1], r[2]], inside);
        add([r[0], r[2], r[3]], inside);
    }
    faces
}

/// Turns a face so that it looks away from a point behind it.
fn outwards([a, b, c]: [DVec3; 3], inside: DVec3) -> [DVec3; 3] {
    if (b - a).cross(c - a).dot(a + b + c - inside * 3.0) < 0.0 { [a, c, b] } else { [a, b, c] }
}

fn flat(material: Material, faces: Vec<[DVec3; 3]>) -> Piece {
    let corners = faces
        .into_iter()
        .flat_map(|face| {
            let face = face.map(to_model);
            let normal = (face[1] - face[0]).cross(face[2] - face[0]).normalize_or_zero();
            face.map(|p| (p, normal))
        })
        .collect();
    Piece { corners, material }
}

/// A turned piece around the sword's axis through heights with radii.
fn smooth(material: Material, profile: &[(f64, f64)], around: u32) -> Piece {
    let rotation = turn();
    let point = |(y, radius): (f64, f64), slope: f64, k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k % around) / f64::from(around);
        let out = DVec3::new(libm::cos(angle), 0.0, libm::sin(angle));
        let normal = (out - DVec3::Y * slope).normalize_or_zero();
        (to_model(out * radius + DVec3::Y * y), rotation * normal)
    };
    let slope = |i: usize| {
        let (a, b) = (profile[i.saturating_sub(1)], profile[(i + 1).min(profile.len() - 1)]);
        (b.1 - a.1) / (b.0 - a.0)
    };
    let mut corners = Vec::new();
    for i in 0..profile.len() - 1 {
        for k in 0..around {
            let (a, b) = (point(profile[i], slope(i), k), point(profile[i], slope(i), k + 1));
            let (c, d) = (
                point(profile[i + 1], slope(i + 1), k),
                point(profile[i + 1], slope(i + 1), k + 1),
            );
            corners.extend([a, c, d]);
            // At a point of the profile on the axis the quad is a triangle.
            if profile[i].1 > 0.0 {
                corners.extend([a, d, b]);
            }
        }
    }
    Piece { corners, material }
}
