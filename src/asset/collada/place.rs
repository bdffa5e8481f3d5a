//! Draws: each primitive of a geometry on each node that instances it, bound to the joints of its skin.

use std::collections::HashMap;
use std::rc::Rc;

use nalgebra::{Matrix4, Vector3};
use roxmltree::NodeId;

use super::controller::{MorphData, Shape, SkinData};
use super::document::{Document, Element, at, child, children, is, required};
use super::geometry::{self, Geometry, Primitive};
use super::material::Materials;
use super::scene::Scene;
use super::source::Sources;
use crate::asset::import::{Notes, Result, Skin, Slots, bind, bind_rigid, slots_of};
use crate::asset::{JointIdx, Mesh, MorphTarget};

/// A node whose mesh has morph targets.
#[derive(Debug)]
pub(super) struct MorphedNode<'d> {
    /// Number of the node in the file.
    pub(super) node: u32,
    /// What channels name to move the weights.
    pub(super) weight_source: Element<'d>,
    /// Where nothing moves them.
    pub(super) weights: Vec<f32>,
}

/// Bytes of one vertex in all streams, and of its number in the file.
const VERTEX_BYTES: usize = 116;

/// Everything that nodes of the scene show.
#[derive(Debug)]
pub(super) struct Placed<'d> {
    pub(super) meshes: Vec<Mesh>,
    pub(super) slots: Slots,
    pub(super) morphs: Vec<MorphedNode<'d>>,
}

/// One thing to show.
struct Instance<'d> {
    element: Element<'d>,
    place: usize,
    geometry: Rc<Geometry<'d>>,
    skin: Option<(Skin, Rc<SkinData<'d>>, u32)>,
    morph: Option<Rc<MorphData<'d>>>,
}

/// Reads what the nodes of the scene show.
///
/// # Errors
/// A geometry, skin, morph or material that is broken; more than the limits of this program.
pub(super) fn place<'d>(
    document: &Document<'d>,
    sources: &Sources<'d>,
    scene: &Scene<'d>,
    materials: &mut Materials<'d>,
    notes: &mut Notes,
) -> Result<Placed<'d>> {
    let instances = Finder::new(document, sources, scene).all(notes)?;
    let bound = instances.iter().filter_map(|it| it.skin.as_ref()).flat_map(|it| &it.0.joints);
    let mut placed = Placed {
        meshes: Vec::new(),
        slots: Slots::new(scene.joints.len(), bound),
        morphs: Vec::new(),
    };
    for instance in &instances {
        let node = &scene.nodes[instance.place];
        let joint = node.joint();
        let number = scene.joints[joint.index()].node;
        let bindings = material_bindings(instance.element);
        for primitive in &instance.geometry.primitives {
            let count = primitive.vertices.positions.len();
            let target_bytes = instance.morph.as_ref().map_or(0, |it| 12 * it.targets.len());
            document.budget.charge(|| at(instance.element), count, VERTEX_BYTES + target_bytes)?;
            document.budget.charge(|| at(instance.element), primitive.indices.len(), 4)?;
            let symbol = primitive.symbol;
            let target = symbol.map(|it| bindings.get(it).copied().unwrap_or(it));
            let material = target.and_then(|it| {
                document.by_url(it, "material").or_else(|| document.by_id(it, "material"))
            });
            if let (Some(symbol), None) = (symbol, material) {
                notes.add(format!("material '{symbol}' is bound to nothing: it is white"));
            }
            let is_double_sided = instance.geometry.is_double_sided;
            let material = materials.place(document, material, is_double_sided, notes)?;
            let mut mesh = mesh(instance, primitive, (number, material));
            bind_mesh(instance, primitive, &mut mesh, joint, &mut placed.slots)?;
            placed.meshes.push(mesh);
        }
        if let Some(morph) = &instance.morph
            && let Some(weight_source) = morph.weight_source
        {
            let weights = morph.weights.clone();
            placed.morphs.push(MorphedNode { node: number, weight_source, weights });
        }
    }
    Ok(placed)
}

/// Target of each symbol.
fn material_bindings<'d>(instance: Element<'d>) -> HashMap<&'d str, &'d str> {
    let common = child(instance, "bind_material").and_then(|it| child(it, "technique_common"));
    let bindings = common.into_iter().flat_map(|it| children(it, "instance_material"));
    bindings.filter_map(|it| it.attribute("symbol").zip(it.attribute("target"))).collect()
}

fn mesh(
    instance: &Instance<'_>,
    primitive: &Primitive<'_>,
    (node, material): (u32, usize),
) -> Mesh {
    let geometry = &instance.geometry;
    let name = match geometry.primitives.len() {
        1 => geometry.name.clone(),
        _ => format!("{}_{}", geometry.name, primitive.number),
    };
    let target = |displacements: &Vec<Vector3<f32>>| MorphTarget {
        positions: primitive.file_vertices.iter().map(|it| displacements[*it as usize]).collect(),
        ..MorphTarget::default()
    };
    let morph = instance.morph.as_ref();
    Mesh {
        name,
        node,
        source: (geometry.number, primitive.number),
        skin: instance.skin.as_ref().map(|it| it.2),
        material,
        vertices: primitive.vertices.clone(),
        file_vertices: primitive.file_vertices.clone(),
        indices: primitive.indices.clone(),
        morph_targets: morph.map_or_else(Vec::new, |it| it.targets.iter().map(target).collect()),
        morph_weights: morph.map_or_else(Vec::new, |it| it.weights.clone()),
    }
}

fn bind_mesh(
    instance: &Instance<'_>,
    primitive: &Primitive<'_>,
    mesh: &mut Mesh,
    joint: JointIdx,
    slots: &mut Slots,
) -> Result<()> {
    let at = at(instance.element);
    match &instance.skin {
        None => bind_rigid(&mut mesh.vertices, joint, slots, &at),
        Some((skin, data, _)) => {
            let slots_of_joints = slots_of(skin, slots, &at)?;
            let influences = data.influences.of(&primitive.file_vertices);
            bind(&mut mesh.vertices, &influences, (skin, &slots_of_joints), joint, slots, &at)
        }
    }
}

/// Finds what nodes show; each thing of the file is read once.
struct Finder<'a, 'd> {
    document: &'a Document<'d>,
    sources: &'a Sources<'d>,
    scene: &'a Scene<'d>,
    numbers: HashMap<NodeId, u32>,
    geometries: HashMap<NodeId, Option<Rc<Geometry<'d>>>>,
    skins: HashMap<NodeId, Rc<SkinData<'d>>>,
    morphs: HashMap<NodeId, Rc<MorphData<'d>>>,
    places: NodeNames<'d>,
}

/// Places of the scene by what skins call them.
#[derive(Default)]
struct NodeNames<'d> {
    ids: HashMap<&'d str, Vec<usize>>,
    sids: HashMap<&'d str, Vec<usize>>,
    names: HashMap<&'d str, Vec<usize>>,
}

impl<'a, 'd> Finder<'a, 'd> {
    fn new(document: &'a Document<'d>, sources: &'a Sources<'d>, scene: &'a Scene<'d>) -> Self {
        let geometries = document.library("library_geometries", "geometry");
        let numbers = geometries.zip(0..).map(|(it, number)| (it.id(), number)).collect();
        let mut places = NodeNames::default();
        for (place, node) in scene.nodes.iter().enumerate() {
            for (attribute, map) in
                [("id", &mut places.ids), ("sid", &mut places.sids), ("name", &mut places.names)]
            {
                if let Some(value) = node.element.attribute(attribute) {
                    map.entry(value).or_default().push(place);
                }
            }
        }
        Self {
            document,
            sources,
            scene,
            numbers,
            geometries: HashMap::new(),
            skins: HashMap::new(),
            morphs: HashMap::new(),
            places,
        }
    }

    fn all(mut self, notes: &mut Notes) -> Result<Vec<Instance<'d>>> {
        let mut instances = Vec::new();
        let mut skin_count = 0;
        for (place, node) in self.scene.nodes.iter().enumerate().filter(|(_, it)| it.is_drawn) {
            let is_shown =
                |it: &Element<'d>| is(*it, "instance_geometry") || is(*it, "instance_controller");
            for element in node.element.children().filter(is_shown) {
                let Some(shape) = Shape::find(self.document, element, notes)? else { continue };
                let Some(geometry) = self.geometry(shape.geometry, notes)? else { continue };
                let skin = match shape.skin {
                    None => None,
                    Some(skin) => {
                        let data = self.skin(skin, geometry.positions.count, notes)?;
                        let bound = self.bind_joints(element, place, &data, notes);
                        skin_count += 1;
                        Some((bound, data, skin_count - 1))
                    }
                };
                let morph = match shape.morph {
                    None => None,
                    Some(morph) => Some(self.morph(morph, &geometry)?),
                };
                instances.push(Instance { element, place, geometry, skin, morph });
            }
        }
        Ok(instances)
    }

    fn geometry(
        &mut self,
        element: Element<'d>,
        notes: &mut Notes,
    ) -> Result<Option<Rc<Geometry<'d>>>> {
        if let Some(geometry) = self.geometries.get(&element.id()) {
            return Ok(geometry.clone());
        }
        let number = self.numbers.get(&element.id()).copied().unwrap_or(u32::MAX);
        let geometry = geometry::read(self.document, self.sources, element, number, notes)?;
        let geometry = geometry.map(Rc::new);
        self.geometries.insert(element.id(), geometry.clone());
        Ok(geometry)
    }

    fn skin(
        &mut self,
        element: Element<'d>,
        vertex_count: usize,
        notes: &mut Notes,
    ) -> Result<Rc<SkinData<'d>>> {
        if let Some(skin) = self.skins.get(&element.id()) {
            return Ok(Rc::clone(skin));
        }
        let skin = SkinData::read(self.document, self.sources, element, vertex_count, notes)?;
        let skin = Rc::new(skin);
        self.skins.insert(element.id(), Rc::clone(&skin));
        Ok(skin)
    }

    fn morph(&mut self, element: Element<'d>, base: &Geometry<'d>) -> Result<Rc<MorphData<'d>>> {
        if let Some(morph) = self.morphs.get(&element.id()) {
            return Ok(Rc::clone(morph));
        }
        let morph = MorphData::read(self.document, self.sources, element, &base.positions)?;
        let morph = Rc::new(morph);
        self.morphs.insert(element.id(), Rc::clone(&morph));
        Ok(morph)
    }

    /// The joints that a skin names, below the nodes that the instance calls its skeletons, or else anywhere.
    fn bind_joints(
        &self,
        instance: Element<'d>,
        place: usize,
        data: &SkinData<'d>,
        notes: &mut Notes,
    ) -> Skin {
        let skeletons = children(instance, "skeleton").filter_map(|it| it.text());
        let roots: Vec<usize> = skeletons
            .filter_map(|it| self.document.by_url(it, "node"))
            .flat_map(|it| self.scene.places(it).iter().copied())
            .collect();
        let mut missing = Vec::new();
        let joints = data.joints.iter().zip(&data.inverse_binds).map(|(name, inverse_bind)| {
            let (joint, matrix) = match self.find_joint(name, data.are_ids, &roots) {
                Some(found) => (self.scene.nodes[found].joint(), *inverse_bind),
                None => {
                    missing.push(*name);
                    // Nothing moves it: it stays as it was bound.
                    (self.scene.nodes[place].joint(), data.bind_shape)
                }
            };
            #[expect(clippy::cast_possible_truncation, reason = "the precision of slots")]
            let matrix: Matrix4<f32> = matrix.map(|it| it as f32);
            (joint, matrix)
        });
        let joints = joints.collect();
        if !missing.is_empty() {
            let count = missing.len();
            notes.add(format!(
                "{}: {count} joints of its skin are not in the scene, such as '{}': what they move stays with the node",
                at(instance),
                missing[0]
            ));
        }
        Skin { label: required(instance, "url").unwrap_or("a skin").to_owned(), joints }
    }

    fn find_joint(&self, name: &str, is_id: bool, roots: &[usize]) -> Option<usize> {
        let NodeNames { ids, sids, names } = &self.places;
        let maps = if is_id { [ids, sids, names] } else { [sids, ids, names] };
        let is_below = |place: &usize| roots.iter().any(|it| self.scene.is_within(*place, *it));
        let candidates = || maps.iter().filter_map(|it| it.get(name)).map(Vec::as_slice);
        candidates()
            .find_map(|it| it.iter().copied().find(|it| is_below(it)))
            .or_else(|| candidates().find_map(|it| it.first().copied()))
    }
}
