//! From solids to one skinned mesh: meshing, decimation, colour borders, painted shade, weights.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use crate::body::face::decals;
use crate::body::sword::pieces;
use crate::body::{Part, parts};
use crate::decimate::decimate;
use crate::mesher::{Mesh, badly_lit, mean_normals, project, settle, surface_nets, unfold};
use crate::sdf::{Field, capsule, gradient};
use crate::skeleton::Joint;
use crate::texture::{Finish, Material};
use crate::weights::{Influences, Rig, influences};

/// How deep inside its cover a part is cut off, metres.
const HIDDEN_DEPTH: f64 = 0.004;

/// How deep inside its cover a part needs no detail, metres.
const UNSEEN_DEPTH: f64 = 0.02;

/// Weight of detail where a part is hidden: few triangles, which are then left out.
const UNSEEN_DETAIL: f64 = 0.02;

/// Vertices nearer to a colour border than this are moved onto it, metres.
const SNAP: f64 = 0.005;

/// One vertex of the figure in the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    /// Model space, metres.
    pub position: DVec3,
    /// Unit length.
    pub normal: DVec3,
    /// Into the palette, see [`Material::uv`].
    pub uv: [f64; 2],
    /// What it follows.
    pub influences: Influences,
}

/// The skinned mesh.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// All vertices.
    pub vertices: Vec<Vertex>,
    /// Triangles that are matte, counter-clockwise from outside.
    pub matte: Vec<[u32; 3]>,
    /// Triangles that are metal, counter-clockwise from outside.
    pub metal: Vec<[u32; 3]>,
}

impl Figure {
    /// All triangles, matte ones first.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        self.matte.iter().chain(&self.metal).copied()
    }

    fn push_vertex(&mut self, vertex: Vertex) -> u32 {
        self.vertices.push(vertex);
        u32::try_from(self.vertices.len() - 1).unwrap_or(u32::MAX)
    }

    fn push_triangle(&mut self, material: Material, triangle: [u32; 3]) {
        match material.finish() {
            Finish::Matte => self.matte.push(triangle),
            Finish::Metal => self.metal.push(triangle),
        }
    }
}

/// Makes the figure.
#[must_use]
pub fn build() -> Figure {
    let parts = parts();
    let shading = Shading { solids: parts.iter().map(|part| (part.field, bounds(part))).collect() };
    let mut figure = Figure::default();
    for part in &parts {
        add_part(&mut figure, part, &shading);
    }
    for decal in decals() {
        let rig = Rig::Rigid(Joint::Head);
        let field = crate::body::head::head;
        let materials = vec![decal.material; decal.mesh.triangles.len()];
        let normals = normals(&decal.mesh, |p| gradient(field, p));
        let sheet = Sheet { mesh: &decal.mesh, normals: &normals, materials: &materials, rig };
        // Painted features keep their plain colour.
        add_mesh(&mut figure, &sheet, |_, _, _| 0.72);
    }
    for piece in pieces() {
        for corners in piece.corners.chunks_exact(3) {
            let triangle = [corners[0], corners[1], corners[2]].map(|(position, normal)| {
                figure.push_vertex(Vertex {
                    position,
                    normal,
                    uv: piece.material.uv(0.72),
                    influences: influences(position, Rig::Rigid(Joint::RightHand)),
                })
            });
            figure.push_triangle(piece.material, triangle);
        }
    }
    figure
}

fn add_part(figure: &mut Figure, part: &Part, shading: &Shading) {
    let (mesh, materials) = mesh_part(part);
    let slope = |p| match part.lit_as {
        None => gradient(part.field, p),
        Some(simple) => {
            let [own, soft] = [part.field, simple].map(|field| gradient(field, p));
            own.normalize_or_zero() + soft.normalize_or_zero()
        }
    };
    let normals = normals(&mesh, slope);
    let sheet = Sheet { mesh: &mesh, normals: &normals, materials: &materials, rig: part.rig };
    add_mesh(figure, &sheet, |p, normal, material| shading.shade(p, normal, material));
}

/// The part of a solid that can be seen, and what each triangle of it is made of.
#[must_use]
pub fn mesh_part(part: &Part) -> (Mesh, Vec<Material>) {
    let fine = surface_nets(part.field, part.grid);
    let seen = |p| {
        if (part.hidden_by)(p) < -UNSEEN_DEPTH { UNSEEN_DETAIL } else { (part.detail)(p) }
    };
    let mut mesh = decimate(&fine, part.triangles, seen);
    settle(&mut mesh, part.field, part.grid.cell);
    unfold(&mut mesh);
    let mut tags = vec![Some(part.material); mesh.triangles.len()];
    for (region, material) in part.regions {
        split(&mut mesh, &mut tags, region, Some(*material), part.field);
    }
    split(&mut mesh, &mut tags, &|p| (part.hidden_by)(p) + HIDDEN_DEPTH, None, part.field);
    let mut materials = Vec::new();
    mesh.triangles = std::mem::take(&mut mesh.triangles)
        .into_iter()
        .zip(tags)
        .filter_map(|(triangle, tag)| tag.map(|material| (triangle, material)))
        .map(|(triangle, material)| {
            materials.push(material);
            triangle
        })
        .collect();
    // The cuts moved vertices; a fold that they left goes too.
    unfold(&mut mesh);
    (mesh, materials)
}

/// Normals of the vertices: the slope of the solid, and in creases, where that would light a triangle from behind, the mean
/// of the triangles around.
fn normals(mesh: &Mesh, slope: impl Fn(DVec3) -> DVec3) -> Vec<DVec3> {
    let mean = mean_normals(mesh);
    let mut normals: Vec<DVec3> =
        mesh.positions.iter().zip(&mean).map(|(p, mean)| slope(*p).normalize_or(*mean)).collect();
    loop {
        let wrong: BTreeSet<usize> = badly_lit(mesh, &normals)
            .flatten()
            .filter(|vertex| normals[*vertex] != mean[*vertex])
            .collect();
        if wrong.is_empty() {
            return normals;
        }
        for vertex in wrong {
            normals[vertex] = mean[vertex];
        }
    }
}

/// A mesh with one material a triangle, and what it follows.
struct Sheet<'a> {
    mesh: &'a Mesh,
    normals: &'a [DVec3],
    materials: &'a [Material],
    rig: Rig,
}

/// Adds a mesh; vertices on a colour border are doubled.
fn add_mesh(figure: &mut Figure, sheet: &Sheet<'_>, shade: impl Fn(DVec3, DVec3, Material) -> f64) {
    let mut added: BTreeMap<(usize, Material), u32> = BTreeMap::new();
    for (triangle, material) in sheet.mesh.triangles.iter().zip(sheet.materials) {
        let indices = triangle.map(|vertex| {
            *added.entry((vertex, *material)).or_insert_with(|| {
                let position = sheet.mesh.positions[vertex];
                let normal = sheet.normals[vertex];
                figure.push_vertex(Vertex {
                    position,
                    normal,
                    uv: material.uv(shade(position, normal, *material)),
                    influences: influences(position, sheet.rig),
                })
            })
        });
        figure.push_triangle(*material, indices);
    }
}

/// Cuts the mesh along the zero line of `region` and gives the inside another tag.
fn split<T: Copy>(
    mesh: &mut Mesh,
    tags: &mut Vec<T>,
    region: &dyn Fn(DVec3) -> f64,
    tag: T,
    field: Field,
) {
    // Vertices close to the border move onto it, so that the cut leaves no slivers.
    let mut values: Vec<f64> = Vec::with_capacity(mesh.positions.len());
    for position in &mut mesh.positions {
        let value = region(*position);
        if value.abs() < SNAP {
            let slope = gradient(region, *position);
            // Where two borders meet the slope may all but vanish; the vertex stays near all the same.
            let step = slope * (value / slope.length_squared().max(1.0e-4));
            *position = project(field, *position - step.clamp_length_max(6.0 * SNAP), SNAP);
            values.push(0.0);
        } else {
            values.push(value);
        }
    }

    let mut cut: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut triangles = Vec::new();
    let mut new_tags = Vec::new();
    for (triangle, old) in mesh.triangles.iter().zip(tags.iter()) {
        for (inside, chosen) in [(true, tag), (false, *old)] {
            let mut polygon = Vec::new();
            for k in 0..3 {
                let (i, j) = (triangle[k], triangle[(k + 1) % 3]);
                let (a, b) = if inside { (values[i], values[j]) } else { (-values[i], -values[j]) };
                if a <= 0.0 {
                    polygon.push(i);
                }
                if a * b < 0.0 {
                    let edge = (i.min(j), i.max(j));
                    let positions = &mut mesh.positions;
                    polygon.push(*cut.entry(edge).or_insert_with(|| {
                        let (p, q) = (positions[edge.0], positions[edge.1]);
                        let t = values[edge.0] / (values[edge.0] - values[edge.1]);
                        positions.push(project(field, p + (q - p) * t, SNAP));
                        positions.len() - 1
                    }));
                }
            }
            let touches_only = polygon.iter().all(|i| values.get(*i).is_none_or(|v| *v == 0.0));
            if polygon.len() < 3 || (touches_only && !inside) {
                continue;
            }
            for k in 1..polygon.len() - 1 {
                triangles.push([polygon[0], polygon[k], polygon[k + 1]]);
                new_tags.push(chosen);
            }
        }
    }
    mesh.triangles = triangles;
    *tags = new_tags;
}

/// What shades what: all solids with the boxes they lie in.
struct Shading {
    solids: Vec<(Field, [DVec3; 2])>,
}

impl Shading {
    /// Painted shade of a point: darker in creases and where things are near, lighter where it looks up.
    fn shade(&self, p: DVec3, normal: DVec3, material: Material) -> f64 {
        const PROBES: [(f64, f64); 5] =
            [(0.006, 0.16), (0.015, 0.22), (0.035, 0.24), (0.075, 0.22), (0.15, 0.16)];
        let occlusion: f64 = PROBES
            .iter()
            .map(|(reach, weight)| {
                let free = self.distance(p + normal * *reach).clamp(0.0, *reach);
                weight * (1.0 - free / reach)
            })
            .sum();
        0.80 + 0.12 * normal.y - material.crease() * occlusion
    }

    fn distance(&self, p: DVec3) -> f64 {
        let blade = capsule(p, crate::body::hands::grip_centre(), crate::body::sword::tip(), 0.012);
        self.solids
            .iter()
            .filter(|(_, [low, high])| p.cmpge(*low).all() && p.cmple(*high).all())
            .map(|(field, _)| field(p))
            .fold(blade, f64::min)
    }
}

/// Box around a part, wide enough for the longest probe.
fn bounds(part: &Part) -> [DVec3; 2] {
    [part.grid.low - DVec3::splat(0.16), part.grid.high + DVec3::splat(0.16)]
}
