//! [`Geometry`]: a mesh of the file as triangles, before a node, a skin and materials take it.

use nalgebra::{Vector2, Vector3, Vector4};

use super::document::{
    Document, Element, at, child, children, integers, is, number, required_child,
};
use super::polygons::Cutter;
use super::source::{Floats, Sources};
use crate::asset::Vertices;
use crate::asset::import::{Notes, Result, fault, smooth_normals, weld};

/// A mesh in the file's space and winding.
#[derive(Debug)]
pub(super) struct Geometry<'d> {
    pub(super) name: String,
    /// Number among the geometries of the file.
    pub(super) number: u32,
    /// Of the file's vertices, which skins and morph targets count.
    pub(super) positions: Floats,
    pub(super) primitives: Vec<Primitive<'d>>,
    pub(super) is_double_sided: bool,
}

/// The triangles of one material.
#[derive(Debug)]
pub(super) struct Primitive<'d> {
    /// What a node's bindings give a material for.
    pub(super) symbol: Option<&'d str>,
    /// Number among the primitives of the mesh.
    pub(super) number: u32,
    /// Slots and weights are still empty.
    pub(super) vertices: Vertices,
    /// For each of them its vertex of the file.
    pub(super) file_vertices: Vec<u32>,
    pub(super) indices: Vec<u32>,
}

/// The streams that are read; what a stored vertex is made from.
const STREAMS: usize = 4;
const POSITION: usize = 0;
const NORMAL: usize = 1;
const TEXCOORD: usize = 2;
const COLOR: usize = 3;
/// A corner without that stream.
const NONE: u32 = u32::MAX;

type Corner = [u32; STREAMS];

#[derive(Clone, Debug)]
struct Stream<'d> {
    offset: usize,
    values: Floats,
    input: Element<'d>,
}

type Streams<'d> = [Option<Stream<'d>>; STREAMS];

/// Reads a `<geometry>`; `None`, with a note, where it has no triangle.
///
/// # Errors
/// It breaks a rule: an index past its source, too few indices, a source that is broken.
pub(super) fn read<'d>(
    document: &Document<'d>,
    sources: &Sources<'d>,
    geometry: Element<'d>,
    number: u32,
    notes: &mut Notes,
) -> Result<Option<Geometry<'d>>> {
    let Some(mesh) = child(geometry, "mesh").or_else(|| child(geometry, "convex_mesh")) else {
        notes.add(format!("{} is ignored: it has no <mesh>", at(geometry)));
        return Ok(None);
    };
    let vertices = required_child(mesh, "vertices")?;
    let Some(position) = children(vertices, "input").find(|it| semantic(*it) == "POSITION") else {
        return Err(fault(at(vertices), "has no input of semantic POSITION"));
    };
    let positions = sources.floats(document.target(position, "source", "source")?)?;
    let mut reader = Reader {
        document,
        sources,
        vertices,
        positions: positions.clone(),
        is_used: vec![false; positions.count],
        cutter: Cutter::default(),
    };
    let mut primitives = Vec::new();
    let mut primitive_number = 0;
    for element in mesh.children().filter(roxmltree::Node::is_element) {
        let kind = element.tag_name().name();
        match kind {
            "lines" | "linestrips" => {
                notes.add(format!("{} are ignored: lines are not drawn", at(element)));
            }
            "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                if let Some(mut primitive) = reader.primitive(element, notes)? {
                    primitive.number = primitive_number;
                    primitives.push(primitive);
                }
                primitive_number += 1;
            }
            _ => {}
        }
    }
    let Some(first) = primitives.first_mut() else {
        notes.add(format!("{} is ignored: it has no triangle", at(geometry)));
        return Ok(None);
    };
    // What counts vertices, such as a pose for another program, finds them all.
    reader.add_unused(first);
    let name = geometry.attribute("name").or_else(|| geometry.attribute("id"));
    let name = name.filter(|it| !it.is_empty());
    Ok(Some(Geometry {
        name: name.map_or_else(|| format!("geometry_{number}"), str::to_owned),
        number,
        positions,
        primitives,
        is_double_sided: is_double_sided(geometry),
    }))
}

/// The positions of a geometry alone, for morph targets.
///
/// # Errors
/// It has none, or they are broken.
pub(super) fn read_positions<'d>(
    document: &Document<'d>,
    sources: &Sources<'d>,
    geometry: Element<'d>,
) -> Result<Floats> {
    let vertices = required_child(required_child(geometry, "mesh")?, "vertices")?;
    match children(vertices, "input").find(|it| semantic(*it) == "POSITION") {
        Some(input) => sources.floats(document.target(input, "source", "source")?),
        None => Err(fault(at(vertices), "has no input of semantic POSITION")),
    }
}

fn semantic<'d>(input: Element<'d>) -> &'d str {
    input.attribute("semantic").unwrap_or_default()
}

/// What several exporters write below `<extra>`.
fn is_double_sided(geometry: Element<'_>) -> bool {
    let extras = children(geometry, "extra").flat_map(|it| it.descendants());
    let mut flags = extras.filter(|it| is(*it, "double_sided"));
    flags.any(|it| it.text().is_some_and(|it| it.trim() == "1" || it.trim() == "true"))
}

struct Reader<'a, 'd> {
    document: &'a Document<'d>,
    sources: &'a Sources<'d>,
    vertices: Element<'d>,
    positions: Floats,
    is_used: Vec<bool>,
    cutter: Cutter,
}

impl<'d> Reader<'_, 'd> {
    fn primitive(
        &mut self,
        element: Element<'d>,
        notes: &mut Notes,
    ) -> Result<Option<Primitive<'d>>> {
        let (streams, stride) = self.streams(element, notes)?;
        if streams[POSITION].is_none() {
            notes.add(format!("{} is ignored: it has no input of semantic VERTEX", at(element)));
            return Ok(None);
        }
        let corners = self.corners(element, &streams, stride, notes)?;
        if corners.is_empty() {
            notes.add(format!("{} is ignored: it has no triangle", at(element)));
            return Ok(None);
        }
        let (stored, indices) = weld(&corners);
        for corner in &stored {
            self.is_used[corner[POSITION] as usize] = true;
        }
        let mut vertices = self.stored_vertices(&stored, &streams);
        self.complete_normals(&mut vertices, &corners, &stored, element, notes);
        Ok(Some(Primitive {
            symbol: element.attribute("material"),
            number: 0,
            vertices,
            file_vertices: stored.iter().map(|it| it[POSITION]).collect(),
            indices,
        }))
    }

    /// The inputs that are read, and how many indices a corner has.
    fn streams(&self, element: Element<'d>, notes: &mut Notes) -> Result<(Streams<'d>, usize)> {
        let mut streams = Streams::default();
        let mut sets = [usize::MAX; STREAMS];
        let mut stride = 0;
        for input in children(element, "input") {
            let Some(offset) = number(input, "offset")?.or(number(input, "idx")?) else {
                return Err(fault(at(input), "has no attribute 'offset'"));
            };
            // Each input takes text, so real ones have small offsets.
            if offset > 1000 {
                return Err(fault(at(input), format!("offset {offset}; expected at most 1000")));
            }
            stride = stride.max(offset + 1);
            let set = number(input, "set")?.unwrap_or(0);
            if semantic(input) == "VERTEX" {
                for input in children(self.vertices, "input") {
                    self.add_stream(input, (offset, 0), &mut streams, &mut sets)?;
                }
            } else if semantic(input) != "POSITION" {
                self.add_stream(input, (offset, set), &mut streams, &mut sets)?;
            }
        }
        if children(element, "input").filter(|it| semantic(*it) == "TEXCOORD").count() > 1 {
            let problem = "several sets of texture coordinates; the first is taken";
            notes.add(format!("{}: {problem}", at(element)));
        }
        Ok((streams, stride))
    }

    fn add_stream(
        &self,
        input: Element<'d>,
        (offset, set): (usize, usize),
        streams: &mut Streams<'d>,
        sets: &mut [usize; STREAMS],
    ) -> Result<()> {
        let place = match semantic(input) {
            "POSITION" => POSITION,
            "NORMAL" => NORMAL,
            "TEXCOORD" => TEXCOORD,
            "COLOR" => COLOR,
            _ => return Ok(()),
        };
        if streams[place].is_some() && sets[place] <= set {
            return Ok(());
        }
        let values = match place {
            POSITION => self.positions.clone(),
            _ => self.sources.floats(self.document.target(input, "source", "source")?)?,
        };
        let expected = if place == TEXCOORD { 1 } else { 3 };
        if values.width < expected {
            let problem = format!("{} values each; expected {expected}", values.width);
            return Err(fault(at(input), problem));
        }
        sets[place] = set;
        streams[place] = Some(Stream { offset, values, input });
        Ok(())
    }

    /// Three corners a triangle.
    fn corners(
        &mut self,
        element: Element<'d>,
        streams: &Streams<'d>,
        stride: usize,
        notes: &mut Notes,
    ) -> Result<Vec<Corner>> {
        let mut result = Vec::new();
        let read = |list: Element<'d>| -> Result<Vec<Corner>> {
            let indices = integers(list)?;
            let rest = indices.len() % stride;
            if rest != 0 {
                let problem = format!("{} indices; expected {stride} a corner", indices.len());
                return Err(fault(at(list), problem));
            }
            indices.chunks_exact(stride).map(|it| corner(it, streams)).collect()
        };
        let kind = element.tag_name().name();
        if kind == "polylist" {
            let counts = match child(element, "vcount") {
                Some(counts) => integers(counts)?,
                None => Vec::new(),
            };
            let corners = child(element, "p").map_or_else(|| Ok(Vec::new()), read)?;
            let mut left = corners.as_slice();
            for (polygon, count) in counts.iter().enumerate() {
                let split = usize::try_from(*count).ok().and_then(|it| left.split_at_checked(it));
                let Some((outline, rest)) = split else {
                    let problem = format!(
                        "polygon {polygon} has {count} corners; <p> has {} more",
                        left.len()
                    );
                    return Err(fault(at(element), problem));
                };
                left = rest;
                self.add_polygon(outline, &[], &mut result);
            }
            return Ok(result);
        }
        for list in element.children().filter(|it| is(*it, "p")) {
            let corners = read(list)?;
            match kind {
                "triangles" => {
                    let rest = corners.len() % 3;
                    if rest != 0 {
                        let problem = "corners after the last whole triangle are ignored";
                        notes.add(format!("{}: {rest} {problem}", at(list)));
                    }
                    result.extend_from_slice(&corners[..corners.len() - rest]);
                }
                "tristrips" => {
                    for (number, it) in corners.windows(3).enumerate() {
                        // Every second triangle of a strip is wound the other way round.
                        let [a, b, c] = [it[0], it[1], it[2]];
                        result.extend(if number % 2 == 0 { [a, b, c] } else { [a, c, b] });
                    }
                }
                "trifans" => {
                    if let Some((first, rest)) = corners.split_first() {
                        result.extend(rest.windows(2).flat_map(|it| [*first, it[0], it[1]]));
                    }
                }
                _ => self.add_polygon(&corners, &[], &mut result),
            }
        }
        for polygon in children(element, "ph") {
            let mut corners = read(required_child(polygon, "p")?)?;
            let mut holes = Vec::new();
            for hole in children(polygon, "h") {
                holes.push(u32::try_from(corners.len()).unwrap_or(u32::MAX));
                corners.extend(read(hole)?);
            }
            self.add_polygon(&corners, &holes, &mut result);
        }
        Ok(result)
    }

    fn add_polygon(&mut self, corners: &[Corner], holes: &[u32], result: &mut Vec<Corner>) {
        if let ([a, b, c], []) = (corners, holes) {
            result.extend([*a, *b, *c]);
            return;
        }
        let point =
            |corner: &Corner| self.positions.array::<3>(corner[POSITION] as usize).map(f64::from);
        let points: Vec<[f64; 3]> = corners.iter().map(point).collect();
        let mut triangles = Vec::new();
        self.cutter.cut(&points, holes, &mut triangles);
        result.extend(triangles.iter().map(|it| corners[*it as usize]));
    }

    fn position(&self, corner: &Corner) -> Vector3<f32> {
        Vector3::from(self.positions.array::<3>(corner[POSITION] as usize))
    }

    fn stored_vertices(&self, stored: &[Corner], streams: &Streams<'d>) -> Vertices {
        let count = stored.len();
        let values = |place: usize| streams[place].as_ref().map(|it| &it.values);
        let normal = |it: &Floats, corner: &Corner| {
            let vector = Vector3::from(it.array::<3>(corner[NORMAL] as usize));
            vector.try_normalize(f32::MIN_POSITIVE).unwrap_or_default()
        };
        let uv = |it: &Floats, corner: &Corner| {
            let [u, v] = it.array::<2>(corner[TEXCOORD] as usize);
            // (0, 0) is at the lower left in COLLADA.
            Vector2::new(u, 1.0 - v)
        };
        let color = |it: &Floats, corner: &Corner| {
            let mut color = Vector4::from(it.array::<4>(corner[COLOR] as usize));
            if it.width < 4 {
                color.w = 1.0;
            }
            color
        };
        Vertices {
            positions: stored.iter().map(|it| self.position(it)).collect(),
            normals: values(NORMAL).map_or_else(
                || vec![Vector3::zeros(); count],
                |it| stored.iter().map(|corner| normal(it, corner)).collect(),
            ),
            tangents: vec![Vector4::zeros(); count],
            uvs: values(TEXCOORD).map_or_else(
                || vec![Vector2::zeros(); count],
                |it| stored.iter().map(|corner| uv(it, corner)).collect(),
            ),
            colors: values(COLOR).map_or_else(
                || vec![Vector4::repeat(1.0); count],
                |it| stored.iter().map(|corner| color(it, corner)).collect(),
            ),
            ..Vertices::default()
        }
    }

    /// Smooth normals where the file has none: across the seams of textures, since they are found on its own vertices.
    fn complete_normals(
        &self,
        vertices: &mut Vertices,
        corners: &[Corner],
        stored: &[Corner],
        element: Element<'d>,
        notes: &mut Notes,
    ) {
        let missing = vertices.normals.iter().filter(|it| **it == Vector3::zeros()).count();
        if missing == 0 {
            return;
        }
        notes.add(format!("{}: {missing} normals are missing and computed", at(element)));
        let positions: Vec<Vector3<f32>> = (0..self.positions.count)
            .map(|it| Vector3::from(self.positions.array::<3>(it)))
            .collect();
        let triangles: Vec<u32> = corners.iter().map(|it| it[POSITION]).collect();
        let smooth = smooth_normals(&positions, &triangles);
        for (normal, corner) in vertices.normals.iter_mut().zip(stored) {
            if *normal == Vector3::zeros() {
                *normal = smooth[corner[POSITION] as usize];
            }
        }
    }

    /// Vertices of the file that no triangle of any material has.
    fn add_unused(&self, primitive: &mut Primitive<'d>) {
        for (vertex, _) in self.is_used.iter().enumerate().filter(|(_, is_used)| !**is_used) {
            let vertices = &mut primitive.vertices;
            vertices.positions.push(Vector3::from(self.positions.array::<3>(vertex)));
            vertices.normals.push(Vector3::y());
            vertices.tangents.push(Vector4::zeros());
            vertices.uvs.push(Vector2::zeros());
            vertices.colors.push(Vector4::repeat(1.0));
            primitive.file_vertices.push(u32::try_from(vertex).unwrap_or(u32::MAX));
        }
    }
}

fn corner(indices: &[i32], streams: &Streams<'_>) -> Result<Corner> {
    let mut corner = [NONE; STREAMS];
    for (place, stream) in corner.iter_mut().zip(streams) {
        let Some(stream) = stream else { continue };
        let index = indices[stream.offset];
        *place = u32::try_from(index)
            .ok()
            .filter(|it| (*it as usize) < stream.values.count)
            .ok_or_else(|| {
                let count = stream.values.count;
                fault(at(stream.input), format!("index {index}; the source has {count} elements"))
            })?;
    }
    Ok(corner)
}
