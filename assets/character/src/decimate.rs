//! Edge collapse by quadric error (Garland and Heckbert 1997) down to a number of triangles.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use glam::DVec3;

use crate::mesher::Mesh;

/// Weight of squared edge length against squared distance: keeps triangles compact, so that limbs bend well.
const LENGTH_WEIGHT: f64 = 2.0e-3;

/// Smallest cosine between the normals of a triangle before and after a collapse.
const MIN_NORMAL_COSINE: f64 = 0.35;

/// Smallest cosine between a triangle's normal and the mean of the normals that its corners stand for.
const MIN_OUTWARDS_COSINE: f64 = 0.25;

/// Smallest shape quality (see [`quality`]) that a collapse may leave.
const MIN_QUALITY: f64 = 0.22;

/// Sum of squared distances to planes, as the upper triangle of a symmetric 4x4 matrix.
#[derive(Clone, Copy, Default)]
struct Quadric([f64; 10]);

impl Quadric {
    fn plane(normal: DVec3, offset: f64, weight: f64) -> Self {
        let [a, b, c] = normal.to_array();
        let d = offset;
        Self(
            [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d]
                .map(|x| x * weight),
        )
    }

    fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    fn error(&self, p: DVec3) -> f64 {
        let [aa, ab, ac, ad, bb, bc, bd, cc, cd, dd] = self.0;
        let [x, y, z] = p.to_array();
        let e = x * (aa * x + 2.0 * (ab * y + ac * z + ad))
            + y * (bb * y + 2.0 * (bc * z + bd))
            + z * (cc * z + 2.0 * cd)
            + dd;
        e.max(0.0)
    }

    /// The point of least error, where the quadric has one that is well defined.
    fn minimum(&self) -> Option<DVec3> {
        let [aa, ab, ac, ad, bb, bc, bd, cc, cd, _] = self.0;
        let m = glam::DMat3::from_cols_array(&[aa, ab, ac, ab, bb, bc, ac, bc, cc]);
        let scale = aa + bb + cc;
        (m.determinant().abs() > 1.0e-4 * scale * scale * scale)
            .then(|| m.inverse() * DVec3::new(-ad, -bd, -cd))
    }
}

/// A collapse that was worth `cost` when both vertices had these versions.
struct Candidate {
    cost: f64,
    edge: [usize; 2],
    versions: [u32; 2],
    target: DVec3,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then(other.edge.cmp(&self.edge))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// Collapses edges of a closed mesh until at most `max_triangles` are left or no collapse is sound.
///
/// `detail` weighs the error at a point: 1 is plain, above 1 keeps more triangles there, below 1 fewer.
#[must_use]
pub fn decimate(mesh: &Mesh, max_triangles: usize, detail: impl Fn(DVec3) -> f64) -> Mesh {
    let mut state = State::new(mesh, &detail);
    let mut live = mesh.triangles.len();
    while live > max_triangles {
        let Some(candidate) = state.heap.pop() else { break };
        if state.is_stale(&candidate) || !state.is_sound(&candidate) {
            continue;
        }
        live -= state.collapse(&candidate);
    }
    state.into_mesh()
}

struct State<'a, F> {
    positions: Vec<DVec3>,
    triangles: Vec<Option<[usize; 3]>>,
    triangles_of: Vec<BTreeSet<usize>>,
    quadrics: Vec<Quadric>,
    /// Outwards at each vertex, summed over the collapses: what a triangle may not turn against.
    outwards: Vec<DVec3>,
    versions: Vec<u32>,
    alive: Vec<bool>,
    heap: BinaryHeap<Candidate>,
    detail: &'a F,
}

impl<'a, F: Fn(DVec3) -> f64> State<'a, F> {
    fn new(mesh: &Mesh, detail: &'a F) -> Self {
        let count = mesh.positions.len();
        let mut state = Self {
            positions: mesh.positions.clone(),
            triangles: mesh.triangles.iter().copied().map(Some).collect(),
            triangles_of: vec![BTreeSet::new(); count],
            quadrics: vec![Quadric::default(); count],
            outwards: vec![DVec3::ZERO; count],
            versions: vec![0; count],
            alive: vec![true; count],
            heap: BinaryHeap::new(),
            detail,
        };
        let mut edges = BTreeSet::new();
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            let [a, b, c] = triangle.map(|i| mesh.positions[i]);
            let cross = (b - a).cross(c - a);
            let normal = cross.normalize_or_zero();
            let quadric = Quadric::plane(normal, -normal.dot(a), cross.length() * 0.5);
            for &vertex in triangle {
                state.triangles_of[vertex].insert(index);
                state.quadrics[vertex].add(&quadric);
                state.outwards[vertex] += cross;
            }
            for k in 0..3 {
                let (i, j) = (triangle[k], triangle[(k + 1) % 3]);
                edges.insert([i.min(j), i.max(j)]);
            }
        }
        for edge in edges {
            state.push(edge);
        }
        state
    }

    fn push(&mut self, edge: [usize; 2]) {
        let [p, q] = edge.map(|i| self.positions[i]);
        let mut quadric = self.quadrics[edge[0]];
        quadric.add(&self.quadrics[edge[1]]);
        let middle = (p + q) * 0.5;
        let length_squared = (p - q).length_squared();
        let target = quadric
            .minimum()
            .filter(|m| (*m - middle).length_squared() < length_squared)
            .unwrap_or(middle);
        let shape = LENGTH_WEIGHT * length_squared * length_squared;
        self.heap.push(Candidate {
            cost: (quadric.error(target) + shape) * (self.detail)(middle),
            edge,
            versions: edge.map(|i| self.versions[i]),
            target,
        });
    }

    fn is_stale(&self, candidate: &Candidate) -> bool {
        candidate
            .edge
            .iter()
            .zip(candidate.versions)
            .any(|(&i, v)| !self.alive[i] || self.versions[i] != v)
    }

    fn neighbours(&self, vertex: usize) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> =
            self.triangles_of[vertex].iter().filter_map(|t| self.triangles[*t]).flatten().collect();
        found.remove(&vertex);
        found
    }

    /// Whether the collapse keeps the surface a closed manifold and turns no triangle over.
    fn is_sound(&self, candidate: &Candidate) -> bool {
        let [a, b] = candidate.edge;
        let shared = self.neighbours(a).intersection(&self.neighbours(b)).count();
        if shared != 2 {
            return false;
        }
        [(a, b), (b, a)].into_iter().all(|(moved, other)| {
            self.triangles_of[moved].iter().filter_map(|t| self.triangles[*t]).all(|triangle| {
                if triangle.contains(&other) {
                    return true;
                }
                let before = triangle.map(|i| self.positions[i]);
                let after =
                    triangle.map(|i| if i == moved { candidate.target } else { self.positions[i] });
                let (n0, n1) = (normal(before), normal(after));
                let outwards: DVec3 =
                    triangle.iter().map(|i| self.outwards[*i].normalize_or_zero()).sum();
                n0.dot(n1) > MIN_NORMAL_COSINE
                    && n1.dot(outwards.normalize_or_zero()) > MIN_OUTWARDS_COSINE
                    && quality(after) > MIN_QUALITY.min(quality(before))
            })
        })
    }

    /// Moves the second vertex into the first; the number of triangles that vanish.
    fn collapse(&mut self, candidate: &Candidate) -> usize {
        let [keep, gone] = candidate.edge;
        self.positions[keep] = candidate.target;
        let quadric = self.quadrics[gone];
        self.quadrics[keep].add(&quadric);
        let outwards = self.outwards[gone];
        self.outwards[keep] += outwards;
        self.alive[gone] = false;
        let mut removed = 0;
        for index in std::mem::take(&mut self.triangles_of[gone]) {
            let Some(mut triangle) = self.triangles[index] else { continue };
            if triangle.contains(&keep) {
                for vertex in triangle {
                    self.triangles_of[vertex].remove(&index);
                }
                self.triangles[index] = None;
                removed += 1;
            } else {
                for vertex in &mut triangle {
                    if *vertex == gone {
                        *vertex = keep;
                    }
                }
                self.triangles[index] = Some(triangle);
                self.triangles_of[keep].insert(index);
            }
        }
        self.versions[keep] += 1;
        for other in self.neighbours(keep) {
            self.push([keep.min(other), keep.max(other)]);
        }
        removed
    }

    fn into_mesh(self) -> Mesh {
        let mut mesh = Mesh::default();
        let mut renamed = vec![usize::MAX; self.positions.len()];
        for triangle in self.triangles.into_iter().flatten() {
            mesh.triangles.push(triangle.map(|vertex| {
                if renamed[vertex] == usize::MAX {
                    renamed[vertex] = mesh.positions.len();
                    mesh.positions.push(self.positions[vertex]);
                }
                renamed[vertex]
            }));
        }
        mesh
    }
}

fn normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a).normalize_or_zero()
}

/// Shape of a triangle: 1 for an equilateral one, towards 0 for a sliver.
fn quality([a, b, c]: [DVec3; 3]) -> f64 {
    let area = (b - a).cross(c - a).length() * 0.5;
    let edges = (b - a).length_squared() + (c - b).length_squared() + (a - c).length_squared();
    4.0 * 1.732_050_807_568_877_2 * area / edges.max(1.0e-12)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesher::{Grid, surface_nets};
    use crate::sdf::sphere;

    #[test]
    fn a_sphere_keeps_its_shape_at_a_fifth_of_its_triangles() {
        let grid = Grid { low: DVec3::splat(-1.2), high: DVec3::splat(1.2), cell: 0.12 };
        let fine = surface_nets(|p| sphere(p, DVec3::ZERO, 1.0), grid);
        let budget = fine.triangles.len() / 5;
        let coarse = decimate(&fine, budget, |_| 1.0);
        assert!(coarse.triangles.len() <= budget && coarse.triangles.len() > budget - 4);
        for triangle in &coarse.triangles {
            let [a, b, c] = triangle.map(|i| coarse.positions[i]);
            assert!((a.length() - 1.0).abs() < 0.02, "{a}");
            assert!(normal([a, b, c]).dot(a + b + c) > 0.0, "turned over");
            assert!(quality([a, b, c]) > 0.1, "a sliver");
        }
    }
}
