//! Triangle lists, and normals for meshes that have none.

use ::gltf::json::mesh::Mode;
use nalgebra::Vector3;

use super::notes::Notes;

/// The indices of a triangle list with the file's winding, from any of the triangle modes.
///
/// `None` for points and lines.
pub(super) fn triangle_list(
    mode: Mode,
    indices: Vec<u32>,
    at: &str,
    notes: &mut Notes,
) -> Option<Vec<u32>> {
    match mode {
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => None,
        Mode::Triangles => {
            let mut indices = indices;
            let rest = indices.len() % 3;
            if rest != 0 {
                notes
                    .add(format!("{at}: {rest} indices after the last whole triangle are ignored"));
                indices.truncate(indices.len() - rest);
            }
            Some(indices)
        }
        Mode::TriangleStrip => {
            // Every second triangle of a strip is wound the other way round.
            let triangle = |(number, it): (usize, &[u32])| {
                if number % 2 == 0 { [it[0], it[1], it[2]] } else { [it[0], it[2], it[1]] }
            };
            Some(indices.windows(3).enumerate().flat_map(triangle).collect())
        }
        Mode::TriangleFan => {
            let Some((first, rest)) = indices.split_first() else {
                return Some(Vec::new());
            };
            Some(rest.windows(2).flat_map(|it| [it[0], it[1], *first]).collect())
        }
    }
}

/// Smooth normals: the sum of the normals of all triangles at a vertex, each weighted by its area.
///
/// The specification asks for flat shading where normals are missing. That needs vertices split at every
/// edge, while a mesh here keeps the file's vertices, which skins and morph targets are counted by.
/// A vertex without an area around it gets +Y.
pub(super) fn smooth_normals(positions: &[Vector3<f32>], triangles: &[u32]) -> Vec<Vector3<f32>> {
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
    fn strips_and_fans_keep_the_winding() {
        let mut notes = Notes::default();
        let mut list =
            |mode, indices: &[u32]| triangle_list(mode, indices.to_vec(), "mesh 0", &mut notes);
        assert_eq!(list(Mode::TriangleStrip, &[4, 5, 6, 7]).unwrap(), [4, 5, 6, 5, 7, 6]);
        assert_eq!(list(Mode::TriangleStrip, &[4, 5]).unwrap(), [0; 0]);
        assert_eq!(list(Mode::TriangleFan, &[4, 5, 6, 7]).unwrap(), [5, 6, 4, 6, 7, 4]);
        assert_eq!(list(Mode::TriangleFan, &[]).unwrap(), [0; 0]);
        assert_eq!(list(Mode::Triangles, &[1, 2, 3, 4]).unwrap(), [1, 2, 3]);
        assert_eq!(list(Mode::Lines, &[1, 2]), None);
        assert_eq!(
            notes.into_vec(),
            ["mesh 0: 1 indices after the last whole triangle are ignored"]
        );
    }

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
