//! [`smooth_normals`]: for meshes that have none.

use nalgebra::Vector3;

/// Smooth normals: the sum of the normals of all triangles at a vertex, each weighted by its area.
///
/// The specification asks for flat shading where normals are missing. That needs vertices split at every
/// edge, while a mesh here keeps the file's vertices, which skins and morph targets are counted by.
/// A vertex without an area around it gets +Y.
pub(in crate::asset) fn smooth_normals(
    positions: &[Vector3<f32>],
    triangles: &[u32],
) -> Vec<Vector3<f32>> {
    let mut normals = vec![Vector3::<f64>::zeros(); positions.len()];
    for triangle in triangles.chunks_exact(3) {
        let corners = [triangle[0], triangle[1], triangle[2]].map(|it| it as usize);
        let [a, b, c] = corners.map(|it| positions[it].map(f64::from));
        let area = (b - a).cross(&(c - a));
        for corner in corners {
            normals[corner] += area;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "components of a unit vector")]
    let narrow = |it: f64| it as f32;
    normals
        .into_iter()
        .map(|it| it.try_normalize(0.0).map_or_else(Vector3::y, |unit| unit.map(narrow)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_are_weighted_by_area() {
        // A large triangle in the XY plane and a small one in the XZ plane share an edge.
        let positions = [(0., 0., 0.), (1., 0., 0.), (0., 3., 0.), (0., 0., 1.), (9., 9., 9.)]
            .map(|(x, y, z)| Vector3::new(x, y, z));
        let normals = smooth_normals(&positions, &[0, 1, 2, 0, 3, 1]);
        let expected = Vector3::new(0.0, 1.0, 3.0).normalize();
        assert!((normals[0] - expected).norm() < 1e-6, "{}", normals[0]);
        assert_eq!(normals[2], Vector3::z());
        assert_eq!(normals[3], Vector3::y());
        assert_eq!(normals[4], Vector3::y(), "no triangle");
    }
}
