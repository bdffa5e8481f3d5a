//! [`Shape`]: triangles under construction - turned, bent and boxed surfaces with normals and texture coordinates.

use std::f32::consts::TAU;

use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use crate::asset::{Mesh, SlotIdx, Vertices};

/// Step in u and v by which slopes are measured.
const SLOPE_STEP: f32 = 1e-3;

/// Triangles under construction; metres, fronts clockwise.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    positions: Vec<Vector3<f32>>,
    normals: Vec<Vector3<f32>>,
    uvs: Vec<Vector2<f32>>,
    indices: Vec<u32>,
}

impl Shape {
    /// A smooth surface of `cells` along u and v, both from 0 to 1: `point` gives its places, with u × v outside.
    /// Texture coordinates are u and v times `uv_scale`.
    pub(super) fn patch(
        &mut self,
        cells: [u16; 2],
        uv_scale: [f32; 2],
        point: impl Fn(f32, f32) -> Vector3<f32>,
    ) {
        self.surface(cells, point, |u, v, _| Vector2::new(u * uv_scale[0], v * uv_scale[1]));
    }

    /// As [`Self::patch`], with texture coordinates by u, v and place.
    fn surface(
        &mut self,
        cells: [u16; 2],
        point: impl Fn(f32, f32) -> Vector3<f32>,
        uv: impl Fn(f32, f32, Vector3<f32>) -> Vector2<f32>,
    ) {
        let first = self.count();
        for row in 0..=cells[1] {
            for column in 0..=cells[0] {
                let u = f32::from(column) / f32::from(cells[0]);
                let v = f32::from(row) / f32::from(cells[1]);
                let place = point(u, v);
                self.positions.push(place);
                self.normals.push(slope_normal(&point, u, v));
                self.uvs.push(uv(u, v, place));
            }
        }
        let width = u32::from(cells[0]) + 1;
        for row in 0..u32::from(cells[1]) {
            for column in 0..u32::from(cells[0]) {
                let near = first + row * width + column;
                let far = near + width;
                self.indices.extend([near, near + 1, far + 1, near, far + 1, far]);
            }
        }
    }

    /// A surface turned about the y axis: `curve` gives radius and height for v from 0 (bottom) to 1, `flute` a factor on
    /// the radius for an angle. The texture goes around `repeats` times.
    pub(super) fn turned(
        &mut self,
        cells: [u16; 2],
        repeats: [f32; 2],
        curve: impl Fn(f32) -> (f32, f32),
        flute: impl Fn(f32) -> f32,
    ) {
        self.patch(cells, repeats, |u, v| {
            let angle = u * TAU;
            let (radius, height) = curve(v);
            let radius = radius * flute(angle);
            Vector3::new(radius * angle.cos(), height, -radius * angle.sin())
        });
    }

    /// Conical sections between points (radius, height) from the bottom to the top, with creases between them; closed by
    /// discs where the ends have a radius. A texture repeat is `tile_m` metres.
    pub(super) fn lathe(&mut self, sides: u16, tile_m: f32, profile: &[(f32, f32)]) {
        let closed = |end: Option<&(f32, f32)>| end.map(|it| (0.0, it.1));
        let mut points: Vec<(f32, f32)> = closed(profile.first()).into_iter().collect();
        points.extend(profile);
        points.extend(closed(profile.last()));
        for pair in points.windows(2) {
            let ((r0, y0), (r1, y1)) = (pair[0], pair[1]);
            let length_m = (r1 - r0).hypot(y1 - y0);
            if length_m < 1e-6 {
                continue;
            }
            if (y1 - y0).abs() < 1e-6 {
                self.ring(sides, tile_m, (r0, r1), y0);
                continue;
            }
            let around = (TAU * r0.max(r1) / tile_m).round().max(1.0);
            let curve = |v: f32| (r0 + (r1 - r0) * v, y0 + (y1 - y0) * v);
            self.turned([sides, 1], [around, length_m / tile_m], curve, |_| 1.0);
        }
    }

    /// A flat ring from one radius to another: it looks up where the second is the smaller one. The texture lies on it
    /// as on a floor.
    fn ring(&mut self, sides: u16, tile_m: f32, (from, to): (f32, f32), height_m: f32) {
        let point = |u: f32, v: f32| {
            let (angle, radius) = (u * TAU, from + (to - from) * v);
            Vector3::new(radius * angle.cos(), height_m, -radius * angle.sin())
        };
        self.surface([sides, 1], point, |_, _, place| Vector2::new(place.x, place.z) / tile_m);
    }

    /// A box with bevelled edges; a texture repeat is `tile_m` metres.
    pub(super) fn block(
        &mut self,
        center: Vector3<f32>,
        size: Vector3<f32>,
        bevel_m: f32,
        tile_m: f32,
    ) {
        let first = self.count();
        let half = size * 0.5;
        let sign = |corner: u32, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
        // A vertex for each corner and each of the three faces that meet there.
        for corner in 0..8 {
            for face in 0..3 {
                let offset = Vector3::from_fn(|axis, _| {
                    let inset = if axis == face { 0.0 } else { bevel_m };
                    sign(corner, axis) * (half[axis] - inset)
                });
                let mut normal = Vector3::zeros();
                normal[face] = sign(corner, face);
                // The height runs up the texture where the face has one.
                let (across, along) = [(2, 1), (0, 2), (0, 1)][face];
                let place = center + offset;
                self.positions.push(place);
                self.normals.push(normal);
                self.uvs.push(Vector2::new(place[across], -place[along]) / tile_m);
            }
        }
        let vertex = |corner: u32, face: u32| first + corner * 3 + face;
        for face in 0..3_u32 {
            let (a, b) = (1 << ((face + 1) % 3), 1 << ((face + 2) % 3));
            for side in [0, 1 << face] {
                self.quad([side, side + a, side + a + b, side + b].map(|it| vertex(it, face)));
            }
            // Bevels along `face`, between the two other faces.
            let (f, g) = ((face + 1) % 3, (face + 2) % 3);
            for corner in [0, a, b, a + b] {
                let end = corner + (1 << face);
                self.quad([vertex(corner, f), vertex(end, f), vertex(end, g), vertex(corner, g)]);
            }
        }
        for corner in 0..8 {
            self.triangle([0, 1, 2].map(|face| vertex(corner, face)));
        }
    }

    /// Adds another shape, moved and turned.
    pub(super) fn add(&mut self, other: &Self, place: &Matrix4<f32>) {
        let first = self.count();
        let turn = place.fixed_view::<3, 3>(0, 0).into_owned();
        self.positions.extend(other.positions.iter().map(|it| (place * it.push(1.0)).xyz()));
        self.normals.extend(other.normals.iter().map(|it| turn * it));
        self.uvs.extend(&other.uvs);
        self.indices.extend(other.indices.iter().map(|it| first + it));
    }

    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a triangle of vertices that are there, with its front where their normals point.
    fn triangle(&mut self, [a, b, c]: [u32; 3]) {
        let place = |it: u32| self.positions[it as usize];
        let normal: Vector3<f32> = [a, b, c].map(|it| self.normals[it as usize]).iter().sum();
        let front = (place(b) - place(a)).cross(&(place(c) - place(a)));
        let is_front = front.dot(&normal) >= 0.0;
        self.indices.extend(if is_front { [a, b, c] } else { [a, c, b] });
    }

    fn count(&self) -> u32 {
        u32::try_from(self.positions.len()).unwrap_or(u32::MAX)
    }

    /// The shape as a mesh on a node, in a material.
    pub(super) fn into_mesh(self, name: &str, node: u16, material: usize) -> Mesh {
        let count = self.positions.len();
        let vertices = Vertices {
            tangents: vec![Vector4::zeros(); count],
            colors: vec![Vector4::repeat(1.0); count],
            slots: vec![[SlotIdx(node), SlotIdx(0), SlotIdx(0), SlotIdx(0)]; count],
            weights: vec![Vector4::x(); count],
            positions: self.positions,
            normals: self.normals,
            uvs: self.uvs,
            ..Vertices::default()
        };
        Mesh {
            name: name.to_owned(),
            node: u32::from(node),
            source: (u32::from(node), 0),
            skin: None,
            material,
            vertices,
            file_vertices: Vec::new(),
            indices: self.indices,
            morph_targets: Vec::new(),
            morph_weights: Vec::new(),
        }
    }
}

/// Across the surface, from how it slopes; a little inside of its borders, where poles have no slope.
fn slope_normal(point: &impl Fn(f32, f32) -> Vector3<f32>, u: f32, v: f32) -> Vector3<f32> {
    let [u, v] = [u, v].map(|it| it.clamp(2.0 * SLOPE_STEP, 1.0 - 2.0 * SLOPE_STEP));
    let along_u = point(u + SLOPE_STEP, v) - point(u - SLOPE_STEP, v);
    let along_v = point(u, v + SLOPE_STEP) - point(u, v - SLOPE_STEP);
    along_u.cross(&along_v).try_normalize(1e-14).unwrap_or_else(Vector3::y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every front looks where its normals do, and every normal away from the middle.
    #[track_caller]
    fn check_outside(shape: &Shape, middle: Vector3<f32>) {
        for (position, normal) in shape.positions.iter().zip(&shape.normals) {
            assert!((normal.norm() - 1.0).abs() < 1e-4, "{normal}");
            assert!(normal.dot(&(position - middle)) > 0.0, "{position} {normal}");
        }
        for triangle in shape.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|it| shape.positions[triangle[it] as usize]);
            let front = (b - a).cross(&(c - a));
            let normal = shape.normals[triangle[0] as usize];
            assert!(front.norm() < 1e-6 || front.dot(&normal) > 0.0, "{a} {b} {c}");
        }
    }

    #[test]
    fn surfaces_look_outside() {
        let mut ball = Shape::default();
        ball.turned(
            [24, 12],
            [1.0, 1.0],
            |v| ((v * TAU * 0.5).sin(), 1.0 - (v * TAU * 0.5).cos()),
            |_| 1.0,
        );
        check_outside(&ball, Vector3::y());
        let mut block = Shape::default();
        block.block(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.4, 0.6, 0.8), 0.02, 0.5);
        check_outside(&block, Vector3::new(1.0, 2.0, 3.0));
        let mut drum = Shape::default();
        drum.lathe(16, 1.0, &[(0.5, 0.0), (0.5, 1.0)]);
        check_outside(&drum, Vector3::new(0.0, 0.5, 0.0));
    }

    #[test]
    fn a_box_is_closed_and_as_large_as_asked_for() {
        let mut block = Shape::default();
        block.block(Vector3::zeros(), Vector3::new(2.0, 4.0, 6.0), 0.1, 1.0);
        let mut edges = std::collections::BTreeMap::new();
        let mut volume = 0.0;
        for triangle in block.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|it| block.positions[triangle[it] as usize]);
            volume += a.dot(&b.cross(&c)) / 6.0;
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                *edges.entry((triangle[from], triangle[to])).or_insert(0) += 1;
            }
        }
        assert!(edges.iter().all(|((a, b), count)| *count == 1 && edges.contains_key(&(*b, *a))));
        assert!((volume - 48.0).abs() < 0.4, "{volume}");
    }
}
