//! The painted face: eyes, brows and mouth as thin sheets that lie on the skin, one over the other.

use std::f64::consts::{PI, TAU};

use glam::{DVec2, DVec3};

use super::head::head;
use crate::mesher::Mesh;
use crate::sdf::gradient;
use crate::skeleton::Side;
use crate::texture::Material;

/// A sheet of one colour on the skin.
#[derive(Clone, Debug)]
pub struct Decal {
    /// Vertices on the skin, lifted off it a little.
    pub mesh: Mesh,
    /// Colour.
    pub material: Material,
}

/// Centre of the left eye seen from the front, metres.
const EYE: DVec2 = DVec2::new(0.0385, 1.646);
/// Half width of an eye, metres.
const EYE_HALF_WIDTH: f64 = 0.0225;
/// Height of the upper and of the lower lid over the middle of the eye, metres.
const LIDS: (f64, f64) = (0.0145, 0.0118);
/// Distance between one sheet and the next, metres.
const LAYER: f64 = 0.0009;
/// Vertices around an eye.
const AROUND: usize = 18;

/// All sheets of the face.
#[must_use]
pub fn decals() -> Vec<Decal> {
    let mut all = Vec::new();
    for side in Side::BOTH {
        let place = |p: DVec2| DVec2::new(p.x * side.sign(), p.y);
        let outwards = side == Side::Left;
        let disc = |material, layer, outline: &dyn Fn(f64) -> DVec2, centre: DVec2| Decal {
            mesh: fan(&|angle| place(EYE + outline(angle)), place(EYE + centre), layer, outwards),
            material,
        };
        all.push(disc(Material::EyeWhite, 1.0, &eye_outline, DVec2::ZERO));
        // The upper lid covers the top of the iris: without that the eyes stare.
        let gaze = DVec2::new(-0.0015, 0.0020);
        let iris = |angle: f64| clip_to_eye(gaze + polar(angle, 0.0134), 0.96);
        all.push(disc(Material::Iris, 2.0, &iris, gaze));
        let pupil = |angle: f64| clip_to_eye(gaze + polar(angle, 0.0068), 0.96);
        all.push(disc(Material::Dark, 3.0, &pupil, gaze));
        // One lamp lights both eyes: the glint is not mirrored.
        let glint_centre = gaze + DVec2::new(0.0045 * side.sign(), 0.0052);
        let glint = |angle: f64| glint_centre + polar(angle, 0.0029);
        all.push(disc(Material::EyeWhite, 4.0, &glint, glint_centre));

        let strip = |material, layer, line: &dyn Fn(f64) -> (DVec2, DVec2)| Decal {
            mesh: band(
                &|t| {
                    let (low, high) = line(t);
                    (place(low), place(high))
                },
                layer,
                outwards,
            ),
            material,
        };
        all.push(strip(Material::Dark, 5.0, &upper_lash));
        all.push(strip(Material::Lip, 3.0, &lower_lid));
        all.push(strip(Material::Hair, 4.0, &brow));
    }
    all.push(Decal { mesh: band(&mouth, 1.5, true), material: Material::Lip });
    all
}

fn polar(angle: f64, radius: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
}

/// Outline of the left eye around its centre: round above, flatter below, drawn to the corners.
fn eye_outline(angle: f64) -> DVec2 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let lid = if sin > 0.0 { LIDS.0 } else { LIDS.1 };
    let slant = 0.0022 * cos;
    DVec2::new(EYE_HALF_WIDTH * cos, lid * sin * libm::pow(sin.abs(), 0.15) + slant)
}

/// Draws a point back to the outline of the eye, scaled by `scale`, if it is outside.
fn clip_to_eye(p: DVec2, scale: f64) -> DVec2 {
    let x = (p.x / EYE_HALF_WIDTH).clamp(-1.0, 1.0);
    let sin = libm::sqrt(1.0 - x * x);
    let shape = sin * libm::pow(sin, 0.15) * scale;
    let slant = 0.0022 * x;
    DVec2::new(p.x, p.y.clamp(slant - LIDS.1 * shape, slant + LIDS.0 * shape))
}

/// Lower and upper edge of the lashes, `t` from the inner to the outer corner.
fn upper_lash(t: f64) -> (DVec2, DVec2) {
    let angle = PI * (1.0 - t);
    let on_lid = EYE + eye_outline(angle);
    let thickness = 0.0012 + 0.0034 * libm::sin(PI * (0.12 + 0.72 * t));
    let wing = DVec2::new(0.0042, 0.0032) * (t * t * t * t);
    (on_lid - DVec2::Y * 0.0008 + wing * 0.6, on_lid + DVec2::Y * thickness + wing)
}

/// Lower and upper edge of the line of the lower lid, `t` from the inner to the outer corner.
fn lower_lid(t: f64) -> (DVec2, DVec2) {
    let angle = PI * (1.0 + t);
    let on_lid = EYE + eye_outline(angle);
    let half = DVec2::Y * (0.0009 * libm::sin(PI * (0.05 + 0.9 * t)));
    (on_lid - half, on_lid + half)
}

/// Lower and upper edge of the brow, `t` from the nose outwards: low at the nose, round there, drawn out to a point.
fn brow(t: f64) -> (DVec2, DVec2) {
    let middle = DVec2::new(
        0.0155 + 0.050 * t,
        1.6715 + 0.0135 * libm::sin(PI * (0.06 + 0.66 * t)) - 0.002 * t,
    );
    let round = libm::sqrt((t * 5.0).min(1.0) * (2.0 - (t * 5.0).min(1.0)));
    let half = DVec2::Y * (0.0008 + 0.0029 * (1.0 - 0.8 * t * t) * round);
    (middle - half, middle + half)
}

/// Lower and upper edge of the mouth, `t` from the right to the left corner.
fn mouth(t: f64) -> (DVec2, DVec2) {
    let x = t * 2.0 - 1.0;
    let middle = DVec2::new(0.0190 * x, 1.5725 + 0.0030 * x * x + 0.0007 * x);
    let half = DVec2::Y * (0.0017 * (1.0 - 0.80 * x * x));
    (middle - half, middle + half)
}

/// A disc of triangles from a centre to an outline, given counter-clockwise for the left side.
fn fan(outline: &dyn Fn(f64) -> DVec2, centre: DVec2, layer: f64, left: bool) -> Mesh {
    let mut mesh = Mesh { positions: vec![on_skin(centre, layer)], triangles: Vec::new() };
    // Two rings follow the curve of the skin better than one.
    for ring in [0.55, 1.0] {
        for k in 0..AROUND {
            let p = centre + (outline(TAU * real(k) / real(AROUND)) - centre) * ring;
            mesh.positions.push(on_skin(p, layer));
        }
    }
    for k in 0..AROUND {
        let next = (k + 1) % AROUND;
        let (a, b, c, d) = (1 + k, 1 + next, 1 + AROUND + k, 1 + AROUND + next);
        for triangle in [[0, a, b], [a, c, d], [a, d, b]] {
            mesh.triangles.push(if left {
                triangle
            } else {
                [triangle[0], triangle[2], triangle[1]]
            });
        }
    }
    mesh
}

/// A strip between two lines that run from left to right as seen in the picture of the left side.
fn band(line: &dyn Fn(f64) -> (DVec2, DVec2), layer: f64, left: bool) -> Mesh {
    const STEPS: usize = 12;
    let mut mesh = Mesh::default();
    for k in 0..=STEPS {
        // Closer together towards the ends, which are round or pointed.
        let (low, high) = line(0.5 - 0.5 * libm::cos(PI * real(k) / real(STEPS)));
        mesh.positions.extend([on_skin(low, layer), on_skin(high, layer)]);
    }
    for k in 0..STEPS {
        let (a, b, c, d) = (2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 3);
        for triangle in [[a, c, d], [a, d, b]] {
            mesh.triangles.push(if left {
                triangle
            } else {
                [triangle[0], triangle[2], triangle[1]]
            });
        }
    }
    mesh
}

/// The point of the face at `p` seen from the front, lifted by `layer` sheets.
fn on_skin(p: DVec2, layer: f64) -> DVec3 {
    let mut z = 0.2;
    for _ in 0..60 {
        let distance = head(DVec3::new(p.x, p.y, z));
        if distance.abs() < 1.0e-7 {
            break;
        }
        z -= distance * 0.8;
    }
    let skin = DVec3::new(p.x, p.y, z);
    skin + gradient(head, skin).normalize_or_zero() * (layer * LAYER)
}

fn real(k: usize) -> f64 {
    f64::from(u32::try_from(k).unwrap_or(u32::MAX))
}
