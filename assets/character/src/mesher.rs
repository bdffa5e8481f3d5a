//! Surface nets: a closed, welded triangle mesh on the zero surface of a signed-distance field.

use std::collections::HashMap;

use glam::DVec3;

use crate::sdf::gradient;

/// Newton steps that bring a vertex onto the surface.
const PROJECTION_STEPS: usize = 6;

/// An indexed triangle mesh, counter-clockwise seen from outside, no vertex shared by position only.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Vertex positions in metres.
    pub positions: Vec<DVec3>,
    /// Vertex indices of each triangle.
    pub triangles: Vec<[usize; 3]>,
}

/// The box that is meshed and the size of its cells.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Least corner in metres.
    pub low: DVec3,
    /// Greatest corner in metres.
    pub high: DVec3,
    /// Edge of a cell in metres.
    pub cell: f64,
}

/// Meshes the zero surface of `field` inside `grid`, one vertex a cell, and puts the vertices on the surface.
///
/// The surface must not touch the border of the box, else the mesh is open there.
#[must_use]
pub fn surface_nets(field: impl Fn(DVec3) -> f64, grid: Grid) -> Mesh {
    let cells = ((grid.high - grid.low) / grid.cell).ceil();
    let [nx, ny, nz] = cells.to_array().map(as_count);
    let corner_index = |x: usize, y: usize, z: usize| (z * (ny + 1) + y) * (nx + 1) + x;
    let corner = |x: usize, y: usize, z: usize| {
        grid.low + DVec3::new(as_real(x), as_real(y), as_real(z)) * grid.cell
    };

    let mut values = Vec::with_capacity((nx + 1) * (ny + 1) * (nz + 1));
    for z in 0..=nz {
        for y in 0..=ny {
            for x in 0..=nx {
                values.push(field(corner(x, y, z)));
            }
        }
    }

    let mut mesh = Mesh::default();
    let mut vertex_of_cell = HashMap::new();
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                if let Some(mean) = mean_crossing(|dx, dy, dz| {
                    (corner(x + dx, y + dy, z + dz), values[corner_index(x + dx, y + dy, z + dz)])
                }) {
                    vertex_of_cell.insert((x, y, z), mesh.positions.len());
                    mesh.positions.push(mean);
                }
            }
        }
    }

    // Each crossed grid edge has four cells around it: one quad, turned so that it faces outwards.
    for z in 1..nz {
        for y in 1..ny {
            for x in 1..nx {
                let here = values[corner_index(x, y, z)] < 0.0;
                let rings = [
                    (
                        values[corner_index(x + 1, y, z)] < 0.0,
                        [(x, y - 1, z - 1), (x, y, z - 1), (x, y, z), (x, y - 1, z)],
                    ),
                    (
                        values[corner_index(x, y + 1, z)] < 0.0,
                        [(x - 1, y, z - 1), (x - 1, y, z), (x, y, z), (x, y, z - 1)],
                    ),
                    (
                        values[corner_index(x, y, z + 1)] < 0.0,
                        [(x - 1, y - 1, z), (x, y - 1, z), (x, y, z), (x - 1, y, z)],
                    ),
                ];
                for (there, ring) in rings {
                    if here != there {
                        let mut quad = ring.map(|cell| vertex_of_cell[&cell]);
                        if there {
                            quad.reverse();
                        }
                        push_quad(&mut mesh, quad);
                    }
                }
            }
        }
    }

    for position in &mut mesh.positions {
        *position = project(&field, *position, grid.cell);
    }
    mesh
}

/// The point of the zero surface near `start`, never further than `reach` metres from it.
#[must_use]
pub fn project(field: impl Fn(DVec3) -> f64, start: DVec3, reach: f64) -> DVec3 {
    let mut p = start;
    for _ in 0..PROJECTION_STEPS {
        let slope = gradient(&field, p);
        let step = slope * (field(p) / slope.length_squared().max(1.0e-4));
        p -= step.clamp_length_max(reach * 0.5);
    }
    if (p - start).length() <= reach { p } else { start }
}

/// Mean of the points where the field changes sign on the edges of a cell, or `None` if it does not.
fn mean_crossing(sample: impl Fn(usize, usize, usize) -> (DVec3, f64)) -> Option<DVec3> {
    const EDGES: [[usize; 2]; 12] = [
        [0, 1],
        [2, 3],
        [4, 5],
        [6, 7],
        [0, 2],
        [1, 3],
        [4, 6],
        [5, 7],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ];
    let corners: [(DVec3, f64); 8] =
        std::array::from_fn(|i| sample(i & 1, (i >> 1) & 1, (i >> 2) & 1));
    let mut sum = DVec3::ZERO;
    let mut count = 0.0;
    for [a, b] in EDGES {
        let ((pa, va), (pb, vb)) = (corners[a], corners[b]);
        if (va < 0.0) != (vb < 0.0) {
            sum += pa + (pb - pa) * (va / (va - vb));
            count += 1.0;
        }
    }
    (count > 0.0).then(|| sum / count)
}

/// Cuts a quad along its shorter diagonal.
fn push_quad(mesh: &mut Mesh, [a, b, c, d]: [usize; 4]) {
    let p = |i: usize| mesh.positions[i];
    if (p(a) - p(c)).length_squared() <= (p(b) - p(d)).length_squared() {
        mesh.triangles.extend([[a, b, c], [a, c, d]]);
    } else {
        mesh.triangles.extend([[a, b, d], [b, c, d]]);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "cells of a grid: small and positive"
)]
fn as_count(cells: f64) -> usize {
    cells as usize
}

#[expect(clippy::cast_precision_loss, reason = "indices of a grid are far below 2^52")]
fn as_real(index: usize) -> f64 {
    index as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdf::sphere;

    #[test]
    fn a_sphere_is_closed_round_and_faces_outwards() {
        let grid = Grid { low: DVec3::splat(-1.3), high: DVec3::splat(1.3), cell: 0.2 };
        let mesh = surface_nets(|p| sphere(p, DVec3::ZERO, 1.0), grid);
        for p in &mesh.positions {
            assert!((p.length() - 1.0).abs() < 1e-6, "{p} is not on the sphere");
        }
        let mut edges = HashMap::new();
        let mut volume = 0.0;
        for [a, b, c] in &mesh.triangles {
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry((*edge.0, *edge.1)).or_insert(0) += 1;
            }
            let p = |i: &usize| mesh.positions[*i];
            volume += p(a).dot(p(b).cross(p(c))) / 6.0;
        }
        for ((a, b), count) in &edges {
            assert_eq!((*count, edges.get(&(*b, *a))), (1, Some(&1)), "edge {a}-{b}");
        }
        assert!((volume - 4.18879).abs() < 0.15, "volume {volume}");
    }
}
