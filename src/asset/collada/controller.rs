//! [`Shape`]: a geometry with the skin and the morph targets that stand before it.

use nalgebra::{Matrix4, Vector3};

use super::document::{
    Document, Element, at, child, children, floats_of, integers, is, number, required,
    required_child,
};
use super::geometry::read_positions;
use super::source::{Floats, Sources};
use crate::asset::import::{Influences, Notes, Repairs, Result, fault};

/// Most controllers between an instance and its geometry.
const MAX_CHAIN: usize = 8;

/// What an instance shows.
#[derive(Debug)]
pub(super) struct Shape<'d> {
    pub(super) geometry: Element<'d>,
    pub(super) skin: Option<Element<'d>>,
    pub(super) morph: Option<Element<'d>>,
}

/// A `<skin>`.
#[derive(Debug)]
pub(super) struct SkinData<'d> {
    /// Ids or sids of the joints, in the order that vertices number them.
    pub(super) joints: Vec<&'d str>,
    /// They are ids (`IDREF_array`).
    pub(super) are_ids: bool,
    /// Of each joint: from the space of the geometry, the bind shape matrix included.
    pub(super) inverse_binds: Vec<Matrix4<f64>>,
    /// Where the geometry is while it is bound.
    pub(super) bind_shape: Matrix4<f64>,
    /// Of the vertices of the file.
    pub(super) influences: Influences,
}

/// Displacements of a target, a vertex of the file each.
pub(super) type Displacements = Vec<Vector3<f32>>;

/// A `<morph>`.
#[derive(Debug)]
pub(super) struct MorphData<'d> {
    pub(super) targets: Vec<Displacements>,
    /// Where nothing moves them.
    pub(super) weights: Vec<f32>,
    /// The source of the weights, which channels may name.
    pub(super) weight_source: Option<Element<'d>>,
}

impl<'d> Shape<'d> {
    /// Follows an `<instance_geometry>` or `<instance_controller>`; `None`, with a note, where nothing is found.
    ///
    /// # Errors
    /// A controller without skin or morph, or a chain of controllers that does not end.
    pub(super) fn find(
        document: &Document<'d>,
        instance: Element<'d>,
        notes: &mut Notes,
    ) -> Result<Option<Self>> {
        let mut url = required(instance, "url")?;
        let mut missing = at(instance);
        let (mut skin, mut morph) = (None, None);
        for _ in 0..MAX_CHAIN {
            if let Some(geometry) = document.by_url(url, "geometry") {
                return Ok(Some(Self { geometry, skin, morph }));
            }
            let Some(controller) = document.by_url(url, "controller") else {
                notes.add(format!("{missing} is ignored: there is no '{url}' in the file"));
                return Ok(None);
            };
            let kind = child(controller, "skin").or_else(|| child(controller, "morph"));
            let Some(kind) = kind else {
                return Err(fault(at(controller), "has neither <skin> nor <morph>"));
            };
            match (is(kind, "skin"), skin.is_some() || morph.is_some()) {
                (true, false) => skin = Some(kind),
                (false, _) if morph.is_none() => morph = Some(kind),
                // Morph targets are applied before skins, whatever the order of the controllers.
                (true, _) if skin.is_none() => skin = Some(kind),
                _ => notes.add(format!("{} is ignored: one of its kind is enough", at(controller))),
            }
            url = required(kind, "source")?;
            missing = at(controller);
        }
        let problem = format!("names more than {MAX_CHAIN} controllers one after the other");
        Err(fault(at(instance), problem))
    }
}

/// The source of an input with that semantic.
fn input<'d>(
    document: &Document<'d>,
    parent: Element<'d>,
    semantic: &str,
) -> Result<Option<(Element<'d>, Element<'d>)>> {
    let inputs = children(parent, "input");
    let mut found = inputs.filter(|it| it.attribute("semantic") == Some(semantic));
    match found.next() {
        None => Ok(None),
        Some(input) => Ok(Some((input, document.target(input, "source", "source")?))),
    }
}

impl<'d> SkinData<'d> {
    /// Reads a skin of a geometry with that many vertices.
    ///
    /// # Errors
    /// A part is missing or broken: fewer matrices than joints, a weight or joint that does not exist.
    pub(super) fn read(
        document: &Document<'d>,
        sources: &Sources<'d>,
        skin: Element<'d>,
        vertex_count: usize,
        notes: &mut Notes,
    ) -> Result<Self> {
        let bind_shape = match child(skin, "bind_shape_matrix") {
            Some(element) => affine(Matrix4::from_row_slice(&floats_of::<16>(element)?)),
            None => Matrix4::identity(),
        };
        let joints_element = required_child(skin, "joints")?;
        let Some((_, names)) = input(document, joints_element, "JOINT")? else {
            return Err(fault(at(joints_element), "has no input of semantic JOINT"));
        };
        let (joints, are_ids) = sources.names(names)?;
        let inverse_binds = match input(document, joints_element, "INV_BIND_MATRIX")? {
            None => {
                notes.add(format!("{}: no INV_BIND_MATRIX; identity is taken", at(joints_element)));
                vec![bind_shape; joints.len()]
            }
            Some((_, source)) => {
                let matrices = sources.floats(source)?;
                if matrices.width != 16 || matrices.count < joints.len() {
                    let problem = format!(
                        "{} elements of {} values; expected {} matrices of 16",
                        matrices.count,
                        matrices.width,
                        joints.len()
                    );
                    return Err(fault(at(source), problem));
                }
                let matrix = |joint| {
                    let rows = matrices.array::<16>(joint).map(f64::from);
                    affine(Matrix4::from_row_slice(&rows)) * bind_shape
                };
                (0..joints.len()).map(matrix).collect()
            }
        };
        let weights = required_child(skin, "vertex_weights")?;
        let influences =
            read_weights(document, sources, weights, (vertex_count, joints.len()), notes)?;
        Ok(Self { joints, are_ids, inverse_binds, bind_shape, influences })
    }
}

/// The matrix with the bottom row that the matrix of a place has.
fn affine(mut matrix: Matrix4<f64>) -> Matrix4<f64> {
    matrix.set_row(3, &nalgebra::RowVector4::new(0.0, 0.0, 0.0, 1.0));
    matrix
}

fn read_weights<'d>(
    document: &Document<'d>,
    sources: &Sources<'d>,
    element: Element<'d>,
    (vertex_count, joint_count): (usize, usize),
    notes: &mut Notes,
) -> Result<Influences> {
    let mut stride = 0;
    for input in children(element, "input") {
        let offset = number(input, "offset")?.or(number(input, "idx")?).unwrap_or(0);
        stride = stride.max(offset.min(1000) + 1);
    }
    let place = |semantic: &str| -> Result<(usize, Element<'d>)> {
        let Some((input, source)) = input(document, element, semantic)? else {
            let problem = format!("has no input of semantic {semantic}");
            return Err(fault(at(element), problem));
        };
        Ok((number(input, "offset")?.or(number(input, "idx")?).unwrap_or(0).min(1000), source))
    };
    let (joint_place, _) = place("JOINT")?;
    let (weight_place, weight_source) = place("WEIGHT")?;
    let weights: Floats = sources.floats(weight_source)?;
    let counts = child(element, "vcount").map_or_else(|| Ok(Vec::new()), integers)?;
    let pairs = child(element, "v").map_or_else(|| Ok(Vec::new()), integers)?;
    if counts.len() != vertex_count {
        notes.add(format!(
            "{}: weights of {} vertices; the geometry has {vertex_count}",
            at(element),
            counts.len()
        ));
    }
    let mut repairs = Repairs::default();
    let mut influences = Influences::with_capacity(vertex_count);
    let mut all = Vec::new();
    let mut left = pairs.as_slice();
    let mut unbound = 0;
    for vertex in 0..vertex_count {
        let count = counts.get(vertex).copied().unwrap_or(0);
        let bytes = usize::try_from(count).ok().and_then(|it| it.checked_mul(stride));
        let Some((own, rest)) = bytes.and_then(|it| left.split_at_checked(it)) else {
            let problem =
                format!("vertex {vertex} has {count} influences; <v> has {} more", left.len());
            return Err(fault(at(element), problem));
        };
        left = rest;
        for pair in own.chunks_exact(stride) {
            let (joint, weight) = (pair[joint_place], pair[weight_place]);
            let index = |value: i32, limit: usize, what: &str| {
                u32::try_from(value).ok().filter(|it| (*it as usize) < limit).ok_or_else(|| {
                    let problem = format!("vertex {vertex} has {what} {value}; there are {limit}");
                    fault(at(element), problem)
                })
            };
            let weight = weights.get(index(weight, weights.count, "weight")? as usize, 0);
            if joint == -1 {
                // Tied to the bind shape itself.
                unbound += 1;
                continue;
            }
            all.push((index(joint, joint_count, "joint")?, weight));
        }
        influences.add_vertex(&mut all, &mut repairs);
    }
    if unbound > 0 {
        let problem = "influences of the bind shape (joint -1) are left out";
        notes.add(format!("{}: {unbound} {problem}", at(element)));
    }
    repairs.note(notes);
    Ok(influences)
}

impl<'d> MorphData<'d> {
    /// Reads the targets of a morph of a geometry with those positions.
    ///
    /// # Errors
    /// A target that is missing or has another number of vertices, or too few weights.
    pub(super) fn read(
        document: &Document<'d>,
        sources: &Sources<'d>,
        morph: Element<'d>,
        base: &Floats,
    ) -> Result<Self> {
        let is_relative = match morph.attribute("method") {
            None | Some("NORMALIZED") => false,
            Some("RELATIVE") => true,
            Some(other) => {
                let problem = format!("method '{other}'; expected NORMALIZED or RELATIVE");
                return Err(fault(at(morph), problem));
            }
        };
        let targets_element = required_child(morph, "targets")?;
        let Some((_, names)) = input(document, targets_element, "MORPH_TARGET")? else {
            return Err(fault(at(targets_element), "has no input of semantic MORPH_TARGET"));
        };
        let mut targets = Vec::new();
        for name in sources.names(names)?.0 {
            let Some(geometry) = document.by_id(name.trim_start_matches('#'), "geometry") else {
                return Err(fault(at(names), format!("there is no <geometry> of id '{name}'")));
            };
            let positions = read_positions(document, sources, geometry)?;
            if positions.count != base.count {
                let problem = format!("{} vertices; the base has {}", positions.count, base.count);
                return Err(fault(at(geometry), problem));
            }
            document.budget.charge(|| at(morph), base.count, size_of::<Vector3<f32>>())?;
            let displacement = |vertex| {
                let own = Vector3::from(positions.array::<3>(vertex));
                let base = Vector3::from(base.array::<3>(vertex));
                if is_relative { own } else { own - base }
            };
            targets.push((0..base.count).map(displacement).collect());
        }
        let weight_source = input(document, targets_element, "MORPH_WEIGHT")?.map(|it| it.1);
        let mut weights = vec![0.0; targets.len()];
        if let Some(source) = weight_source {
            let values = sources.floats(source)?;
            for (target, weight) in weights.iter_mut().enumerate().take(values.count) {
                *weight = values.get(target, 0);
            }
        }
        Ok(Self { targets, weights, weight_source })
    }
}
