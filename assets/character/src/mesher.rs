//! Surface nets: a closed, welded triangle mesh on the zero surface of a signed-distance field.

use std::collections::{BTreeSet, HashMap};

use glam::DVec3;

use crate::sdf::gradient;

/// Newton steps that bring a vertex onto the surface.
const PROJECTION_STEPS: usize = 6;

/// Smallest cosine between the normals of a triangle before and after one of its vertices settles.
const MIN_SETTLED_COSINE: f64 = 0.3;

/// Most rounds of smoothing in [`unfold`].
const UNFOLD_ROUNDS: usize = 20;

/// Smallest mean cosine between a triangle and the normals of its corners.
const MIN_LIT_COSINE: f64 = 0.2;

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
    let mut vertices_of_cell: HashMap<(usize, usize, usize), [usize; 12]> = HashMap::new();
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let corners: [(DVec3, f64); 8] = std::array::from_fn(|i| {
                    let (x, y, z) = (x + (i & 1), y + ((i >> 1) & 1), z + ((i >> 2) & 1));
                    (corner(x, y, z), values[corner_index(x, y, z)])
                });
                if let Some(vertices) = add_vertices(&mut mesh, &corners) {
                    vertices_of_cell.insert((x, y, z), vertices);
                }
            }
        }
    }

    // Each crossed grid edge has four cells around it: one quad, turned so that it faces outwards. The number beside a cell
    // is what the edge is called in it.
    for z in 1..nz {
        for y in 1..ny {
            for x in 1..nx {
                let here = values[corner_index(x, y, z)] < 0.0;
                let rings = [
                    (
                        values[corner_index(x + 1, y, z)] < 0.0,
                        [
                            ((x, y - 1, z - 1), 3),
                            ((x, y, z - 1), 2),
                            ((x, y, z), 0),
                            ((x, y - 1, z), 1),
                        ],
                    ),
                    (
                        values[corner_index(x, y + 1, z)] < 0.0,
                        [
                            ((x - 1, y, z - 1), 7),
                            ((x - 1, y, z), 5),
                            ((x, y, z), 4),
                            ((x, y, z - 1), 6),
                        ],
                    ),
                    (
                        values[corner_index(x, y, z + 1)] < 0.0,
                        [
                            ((x - 1, y - 1, z), 11),
                            ((x, y - 1, z), 10),
                            ((x, y, z), 8),
                            ((x - 1, y, z), 9),
                        ],
                    ),
                ];
                for (there, ring) in rings {
                    if here != there {
                        let mut quad = ring.map(|(cell, edge)| vertices_of_cell[&cell][edge]);
                        if there {
                            quad.reverse();
                        }
                        push_quad(&mut mesh, quad);
                    }
                }
            }
        }
    }

    settle(&mut mesh, &field, grid.cell);
    mesh
}

/// Moves every vertex to the surface near it, except where that would turn a triangle over.
pub fn settle(mesh: &mut Mesh, field: impl Fn(DVec3) -> f64, reach: f64) {
    let mut triangles_of = vec![Vec::new(); mesh.positions.len()];
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        for vertex in triangle {
            triangles_of[*vertex].push(index);
        }
    }
    let normal = |positions: &[DVec3], index: usize| {
        let [a, b, c] = mesh.triangles[index].map(|vertex| positions[vertex]);
        (b - a).cross(c - a).normalize_or_zero()
    };
    for (vertex, around) in triangles_of.iter().enumerate() {
        let old = mesh.positions[vertex];
        let before: Vec<DVec3> = around.iter().map(|t| normal(&mesh.positions, *t)).collect();
        mesh.positions[vertex] = project(&field, old, reach);
        let sound = around
            .iter()
            .zip(before)
            .all(|(t, n)| n.dot(normal(&mesh.positions, *t)) > MIN_SETTLED_COSINE);
        if !sound {
            mesh.positions[vertex] = old;
        }
    }
}

/// Sum of the area-weighted normals of the triangles around each vertex, of unit length.
#[must_use]
pub fn mean_normals(mesh: &Mesh) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; mesh.positions.len()];
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|vertex| mesh.positions[vertex]);
        for vertex in triangle {
            normals[*vertex] += (b - a).cross(c - a);
        }
    }
    normals.iter().map(|normal| normal.normalize_or_zero()).collect()
}

/// Triangles that look away from the normals of their corners.
pub fn badly_lit<'a>(
    mesh: &'a Mesh,
    normals: &'a [DVec3],
) -> impl Iterator<Item = [usize; 3]> + 'a {
    mesh.triangles.iter().copied().filter(|triangle| {
        let [a, b, c] = triangle.map(|vertex| mesh.positions[vertex]);
        let lit: DVec3 = triangle.iter().map(|vertex| normals[*vertex]).sum();
        (b - a).cross(c - a).normalize_or_zero().dot(lit) < 3.0 * MIN_LIT_COSINE
    })
}

/// Smooths the mesh where a triangle is folded over its neighbours, until none is or it has tried often enough.
pub fn unfold(mesh: &mut Mesh) {
    let mut neighbours = vec![BTreeSet::new(); mesh.positions.len()];
    for triangle in &mesh.triangles {
        for vertex in triangle {
            neighbours[*vertex].extend(triangle.iter().copied().filter(|other| other != vertex));
        }
    }
    for _ in 0..UNFOLD_ROUNDS {
        let normals = mean_normals(mesh);
        let folded: BTreeSet<usize> = badly_lit(mesh, &normals).flatten().collect();
        if folded.is_empty() {
            return;
        }
        let region: BTreeSet<usize> = folded
            .iter()
            .flat_map(|vertex| neighbours[*vertex].iter().copied())
            .chain(folded.iter().copied())
            .collect();
        for vertex in region {
            let around = &neighbours[vertex];
            let count = f64::from(u32::try_from(around.len()).unwrap_or(u32::MAX));
            let mean = around.iter().map(|other| mesh.positions[*other]).sum::<DVec3>() / count;
            mesh.positions[vertex] = mesh.positions[vertex] * 0.6 + mean * 0.4;
        }
    }
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

/// Corners at both ends of each edge of a cell; a corner's bits are its x, y and z.
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

/// Corners of the faces of a cell.
const FACES: [[usize; 4]; 6] =
    [[0, 2, 4, 6], [1, 3, 5, 7], [0, 1, 4, 5], [2, 3, 6, 7], [0, 1, 2, 3], [4, 5, 6, 7]];

/// Adds a vertex for each sheet of the surface in a cell, in the mean of the points where the field changes sign on the
/// edges that the sheet crosses. Gives the vertex of each edge, or `None` where no edge is crossed.
///
/// A sheet crosses a face along lines from edge to edge. Where a face has four crossed edges the lines go around its inner
/// corners: so both cells at a face join the same edges, and the mesh closes there.
fn add_vertices(mesh: &mut Mesh, corners: &[(DVec3, f64); 8]) -> Option<[usize; 12]> {
    let inside = corners.map(|(_, value)| value < 0.0);
    if inside.iter().all(|i| *i == inside[0]) {
        return None;
    }
    let is_crossed = |edge: usize| inside[EDGES[edge][0]] != inside[EDGES[edge][1]];
    // The least edge that each edge is joined to.
    let mut sheet: [usize; 12] = std::array::from_fn(|edge| edge);
    for face in FACES {
        let on_face = |edge: &usize| EDGES[*edge].iter().all(|corner| face.contains(corner));
        let crossed: Vec<usize> = (0..12).filter(|e| is_crossed(*e)).filter(on_face).collect();
        let ends_at = |edge: usize, corner: usize| EDGES[edge].contains(&corner);
        for (index, &a) in crossed.iter().enumerate() {
            for &b in &crossed[index + 1..] {
                let around_inner =
                    face.iter().any(|&c| inside[c] && ends_at(a, c) && ends_at(b, c));
                if crossed.len() == 2 || around_inner {
                    let (low, high) = (sheet[a].min(sheet[b]), sheet[a].max(sheet[b]));
                    for joined in &mut sheet {
                        if *joined == high {
                            *joined = low;
                        }
                    }
                }
            }
        }
    }
    let mut vertices = [usize::MAX; 12];
    for first in (0..12).filter(|e| is_crossed(*e) && sheet[*e] == *e) {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0);
        for edge in (0..12).filter(|e| is_crossed(*e) && sheet[*e] == first) {
            let ((pa, va), (pb, vb)) = (corners[EDGES[edge][0]], corners[EDGES[edge][1]]);
            sum += pa + (pb - pa) * (va / (va - vb));
            count += 1.0;
            vertices[edge] = mesh.positions.len();
        }
        mesh.positions.push(sum / count);
    }
    Some(vertices)
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

    /// Edges whose twin is missing.
    fn open_edge_count(mesh: &Mesh) -> usize {
        let edges: BTreeSet<(usize, usize)> =
            mesh.triangles.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]).collect();
        edges.iter().filter(|(a, b)| !edges.contains(&(*b, *a))).count()
    }

    #[test]
    fn thin_and_touching_solids_leave_no_hole() {
        // Needles finer than a cell that cross at odd angles: every kind of face with four crossed edges.
        let needles = |p: DVec3| {
            (0..40_u32)
                .map(|k| {
                    let t = f64::from(k) * 2.399;
                    let tip = DVec3::new(libm::cos(t), libm::sin(t * 1.7), libm::sin(t));
                    crate::sdf::round_cone(p, -tip * 0.8, tip, 0.09, 0.02)
                })
                .fold(f64::INFINITY, f64::min)
        };
        let grid = Grid { low: DVec3::splat(-1.5), high: DVec3::splat(1.5), cell: 0.07 };
        assert_eq!(open_edge_count(&surface_nets(needles, grid)), 0);
    }

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
