//! Signed distances of simple solids and the operations that join them.
//!
//! All lengths in metres; a distance is negative inside. Ellipsoids and smooth joins are bounds, not exact
//! distances, which is enough for a mesher that steps towards the surface.

use glam::{DQuat, DVec3};

/// Step of the central differences in [`gradient`], in metres.
const GRADIENT_STEP: f64 = 2.0e-4;

/// A solid as a function from a point in metres to its signed distance in metres.
pub type Field = fn(DVec3) -> f64;

/// Distance to a sphere.
#[must_use]
pub fn sphere(p: DVec3, centre: DVec3, radius: f64) -> f64 {
    (p - centre).length() - radius
}

/// Distance to a capsule from `a` to `b`.
#[must_use]
pub fn capsule(p: DVec3, a: DVec3, b: DVec3, radius: f64) -> f64 {
    round_cone(p, a, b, radius, radius)
}

/// Distance to a cone with round ends: the radius goes linearly from `radius_a` at `a` to `radius_b` at `b`.
#[must_use]
pub fn round_cone(p: DVec3, a: DVec3, b: DVec3, radius_a: f64, radius_b: f64) -> f64 {
    let axis = b - a;
    let h = ((p - a).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
    (p - a - axis * h).length() - (radius_a + (radius_b - radius_a) * h)
}

/// A chain of [`round_cone`]s through points with radii, joined at their shared spheres.
#[must_use]
pub fn chain(p: DVec3, knots: &[(DVec3, f64)]) -> f64 {
    knots
        .windows(2)
        .map(|w| round_cone(p, w[0].0, w[1].0, w[0].1, w[1].1))
        .fold(f64::INFINITY, f64::min)
}

/// Approximate distance to an ellipsoid with the given half axes.
#[must_use]
pub fn ellipsoid(p: DVec3, centre: DVec3, radii: DVec3) -> f64 {
    let q = p - centre;
    let k0 = (q / radii).length();
    let k1 = (q / (radii * radii)).length();
    if k1 < 1.0e-9 { -radii.min_element() } else { k0 * (k0 - 1.0) / k1 }
}

/// An [`ellipsoid`] turned by `rotation` about its centre.
#[must_use]
pub fn turned_ellipsoid(p: DVec3, centre: DVec3, radii: DVec3, rotation: DQuat) -> f64 {
    ellipsoid(rotation.inverse() * (p - centre), DVec3::ZERO, radii)
}

/// Distance to a box of half size `half` (rounding included), turned by `rotation` about its centre.
#[must_use]
pub fn round_box(p: DVec3, centre: DVec3, half: DVec3, rounding: f64, rotation: DQuat) -> f64 {
    let q = (rotation.inverse() * (p - centre)).abs() - (half - DVec3::splat(rounding));
    q.max(DVec3::ZERO).length() + q.max_element().min(0.0) - rounding
}

/// Approximate distance to an endless upright cone around the axis `x = 0, z = axis_z`, given by its half axes along X and
/// Z at two heights: `[y, x, z]`. Above and below it goes on as a cylinder.
#[must_use]
pub fn elliptic_cone(p: DVec3, axis_z: f64, low: [f64; 3], high: [f64; 3]) -> f64 {
    let t = ((p.y - low[0]) / (high[0] - low[0])).clamp(0.0, 1.0);
    let radii = (low[1] + (high[1] - low[1]) * t, low[2] + (high[2] - low[2]) * t);
    let (x, z) = (p.x / radii.0, (p.z - axis_z) / radii.1);
    (libm::sqrt(x * x + z * z) - 1.0) * radii.0.min(radii.1)
}

/// Distance to a torus around the Y axis of `rotation`, with rings of half axes `(x, z)`.
#[must_use]
pub fn torus(p: DVec3, centre: DVec3, ring: (f64, f64), radius: f64, rotation: DQuat) -> f64 {
    let q = rotation.inverse() * (p - centre);
    let k = libm::sqrt((q.x / ring.0) * (q.x / ring.0) + (q.z / ring.1) * (q.z / ring.1));
    let across = (k - 1.0) * ring.0.min(ring.1);
    libm::sqrt(across * across + q.y * q.y) - radius
}

/// Union with a fillet of about `k` metres.
#[must_use]
pub fn smooth_union(a: f64, b: f64, k: f64) -> f64 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

/// Intersection with an edge rounded by about `k` metres.
#[must_use]
pub fn smooth_intersection(a: f64, b: f64, k: f64) -> f64 {
    -smooth_union(-a, -b, k)
}

/// `a` without `b`, the edge rounded by about `k` metres.
#[must_use]
pub fn smooth_difference(a: f64, b: f64, k: f64) -> f64 {
    smooth_intersection(a, -b, k)
}

/// Gradient of a field by central differences.
#[must_use]
pub fn gradient(field: impl Fn(DVec3) -> f64, p: DVec3) -> DVec3 {
    let along = |axis: DVec3| field(p + axis * GRADIENT_STEP) - field(p - axis * GRADIENT_STEP);
    DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z)) / (2.0 * GRADIENT_STEP)
}

/// 0 below `low`, 1 above `high`, smooth between.
#[must_use]
pub fn smoothstep(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A rotation of `angle_rad` about the X axis.
#[must_use]
pub fn about_x(angle_rad: f64) -> DQuat {
    DQuat::from_rotation_x(angle_rad)
}

/// A rotation of `angle_rad` about the Y axis.
#[must_use]
pub fn about_y(angle_rad: f64) -> DQuat {
    DQuat::from_rotation_y(angle_rad)
}

/// A rotation of `angle_rad` about the Z axis.
#[must_use]
pub fn about_z(angle_rad: f64) -> DQuat {
    DQuat::from_rotation_z(angle_rad)
}

/// The point mirrored to the character's left side (positive X).
#[must_use]
pub fn to_left(p: DVec3) -> DVec3 {
    DVec3::new(p.x.abs(), p.y, p.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_known_points() {
        let p = DVec3::new(3.0, 4.0, 0.0);
        assert!((sphere(p, DVec3::ZERO, 2.0) - 3.0).abs() < 1e-12);
        assert!((capsule(p, DVec3::ZERO, DVec3::X * 3.0, 1.0) - 3.0).abs() < 1e-12);
        assert!((round_cone(p, DVec3::ZERO, DVec3::X * 3.0, 0.0, 1.0) - 3.0).abs() < 1e-12);
        let in_box = round_box(DVec3::X * 0.5, DVec3::ZERO, DVec3::ONE, 0.1, DQuat::IDENTITY);
        assert!((in_box + 0.5).abs() < 1e-12);
        assert!(
            (torus(DVec3::X * 2.0, DVec3::ZERO, (1.0, 1.0), 0.25, DQuat::IDENTITY) - 0.75).abs()
                < 1e-12
        );
    }

    #[test]
    fn smooth_union_meets_the_plain_one_away_from_the_seam() {
        assert!((smooth_union(0.1, 0.5, 0.2) - 0.1).abs() < 1e-12);
        assert!(smooth_union(0.1, 0.1, 0.2) < 0.1);
        assert!(smooth_difference(-0.1, 0.5, 0.2) + 0.1 < 1e-12);
    }

    #[test]
    fn gradient_of_a_sphere_points_outwards() {
        let g = gradient(|p| sphere(p, DVec3::ZERO, 1.0), DVec3::new(0.0, 2.0, 0.0));
        assert!((g - DVec3::Y).length() < 1e-6);
    }
}
