//! Polygons with any number of corners, and holes, to triangles.

use earcut::Earcut;
use earcut::utils3d::project3d_to_2d;
use nalgebra::Vector3;

/// Cuts polygons; keeps its memory for the next.
#[derive(Default)]
pub(super) struct Cutter {
    earcut: Earcut<f64>,
    flat: Vec<[f64; 2]>,
    triangles: Vec<u32>,
}

impl std::fmt::Debug for Cutter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cutter").finish_non_exhaustive()
    }
}

impl Cutter {
    /// Triangles of a polygon, as places in `points`, wound as the polygon is.
    ///
    /// `points` are the corners of the outline, then those of each hole; `holes` has the place of the first corner of each
    /// hole. A convex outline without holes is cut from its first corner, as its author saw it.
    pub(super) fn cut(&mut self, points: &[[f64; 3]], holes: &[u32], result: &mut Vec<u32>) {
        let outline_count = holes.first().map_or(points.len(), |it| *it as usize);
        if outline_count < 3 {
            return;
        }
        let outline = &points[..outline_count];
        let normal = normal(outline);
        if holes.is_empty() && (outline_count == 3 || is_convex(outline, &normal)) {
            fan(outline_count, result);
            return;
        }
        self.triangles.clear();
        if project3d_to_2d(points, outline_count, &mut self.flat) {
            self.earcut.earcut(self.flat.iter().copied(), holes, &mut self.triangles);
        }
        if self.triangles.is_empty() {
            // No area, or crossing itself out: every corner is kept.
            fan(outline_count, result);
            return;
        }
        let point = |it: u32| Vector3::from(points[it as usize]);
        for triangle in self.triangles.chunks_exact(3) {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
            let area = (point(b) - point(a)).cross(&(point(c) - point(a)));
            result.extend(if area.dot(&normal) < 0.0 { [a, c, b] } else { [a, b, c] });
        }
    }
}

fn fan(count: usize, result: &mut Vec<u32>) {
    // A polygon has fewer corners than its text has bytes, which 32 bits count.
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    result.extend((1..count - 1).flat_map(|it| [0, it, it + 1]));
}

/// Twice the area, along the normal (Newell).
fn normal(outline: &[[f64; 3]]) -> Vector3<f64> {
    let next = outline.iter().cycle().skip(1);
    let first = Vector3::from(outline[0]);
    let relative = |it: &[f64; 3]| Vector3::from(*it) - first;
    outline.iter().zip(next).map(|(a, b)| relative(a).cross(&relative(b))).sum()
}

fn is_convex(outline: &[[f64; 3]], normal: &Vector3<f64>) -> bool {
    let count = outline.len();
    let point = |it: usize| Vector3::from(outline[it % count]);
    // Bent the same way at every corner; a polygon that winds twice is cut from its first corner all the same.
    (0..count).all(|it| {
        let (before, after) = (point(it + 1) - point(it), point(it + 2) - point(it + 1));
        before.cross(&after).dot(normal) >= -1e-9 * normal.norm_squared()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(points: &[[f64; 3]], holes: &[u32], triangle_count: usize, area: f64) {
        let mut triangles = Vec::new();
        Cutter::default().cut(points, holes, &mut triangles);
        assert_eq!(triangles.len(), 3 * triangle_count, "{triangles:?}");
        let outline_count = holes.first().map_or(points.len(), |it| *it as usize);
        let normal = normal(&points[..outline_count]).normalize();
        let point = |it: u32| Vector3::from(points[it as usize]);
        let areas = triangles.chunks_exact(3).map(|it| {
            let edges = [point(it[1]) - point(it[0]), point(it[2]) - point(it[0])];
            edges[0].cross(&edges[1]).dot(&normal) / 2.0
        });
        let areas: Vec<f64> = areas.collect();
        assert!(areas.iter().all(|it| *it >= 0.0), "all are wound as the polygon is: {areas:?}");
        assert!((areas.iter().sum::<f64>() - area).abs() < 1e-9, "{areas:?}");
    }

    /// A polygon in a plane that stands askew; lengths stay.
    fn tilted(points: &[[f64; 2]], mirrored: bool) -> Vec<[f64; 3]> {
        let turn = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0);
        let turned = |[x, y]: &[f64; 2]| (turn * Vector3::new(*x, *y, 0.3)).into();
        let mut points: Vec<[f64; 3]> = points.iter().map(turned).collect();
        if mirrored {
            points.reverse();
        }
        points
    }

    #[test]
    fn concave_polygons_and_holes_are_cut_and_keep_their_winding() {
        let l_shape = [[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let dart = [[0., 0.], [2., -1.], [0., 3.], [-2., -1.]];
        for mirrored in [false, true] {
            check(&tilted(&l_shape, mirrored), &[], 4, 5.0);
            check(&tilted(&dart, mirrored), &[], 2, 6.0);
        }
        let frame =
            [[0., 0.], [4., 0.], [4., 4.], [0., 4.], [1., 1.], [1., 2.], [2., 2.], [2., 1.]];
        check(&tilted(&frame, false), &[4], 8, 15.0);
    }

    #[test]
    fn convex_polygons_are_cut_from_their_first_corner() {
        let mut triangles = Vec::new();
        let square = tilted(&[[0., 0.], [1., 0.], [1., 1.], [0.5, 1.], [0., 1.]], false);
        Cutter::default().cut(&square, &[], &mut triangles);
        assert_eq!(triangles, [0, 1, 2, 0, 2, 3, 0, 3, 4]);
    }

    #[test]
    fn what_has_no_area_does_no_harm() {
        let mut triangles = Vec::new();
        Cutter::default().cut(&[[1.0; 3]; 4], &[], &mut triangles);
        assert_eq!(triangles.len(), 6);
        triangles.clear();
        Cutter::default().cut(&[[1.0; 3]; 2], &[], &mut triangles);
        assert!(triangles.is_empty());
    }
}
