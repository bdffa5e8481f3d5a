//! Meshes and skins.

use std::collections::{BTreeMap, HashMap};

use nalgebra::Vector4;
use serde_json::{Value, json};

use super::buffer::{Buffer, Target};
use super::node::{Nodes, node};
use crate::asset::gltf::material::linear;
use crate::asset::{Mesh, Model, SlotIdx, Transform, Vertices};

/// The meshes and skins of a document.
#[derive(Debug, Default)]
pub(super) struct Meshes {
    pub(super) meshes: Vec<Value>,
    pub(super) skins: Vec<Value>,
    /// Nodes that carry the mesh of a node of the model.
    pub(super) carriers: HashMap<u32, Vec<usize>>,
}

/// Meshes that become one: draws of one mesh of the file on one node.
type Key = (u32, u32, Option<u32>);

/// Writes all meshes, and hangs them on nodes.
pub(super) fn write(model: &Model, nodes: &mut Nodes, buffer: &mut Buffer) -> Meshes {
    let mut groups: BTreeMap<Key, Vec<&Mesh>> = BTreeMap::new();
    for mesh in &model.meshes {
        groups.entry((mesh.node, mesh.source.0, mesh.skin)).or_default().push(mesh);
    }
    let mut meshes = Meshes::default();
    for ((node_number, ..), group) in groups {
        let slots = used_slots(&group);
        let rigid = rigid_joint(model, &slots);
        let skin = match rigid {
            Some(_) => None,
            None => Some(meshes.add_skin(model, &slots, nodes, buffer)),
        };
        let place_of_slot: HashMap<SlotIdx, u16> = slots.iter().copied().zip(0..).collect();
        let primitives: Vec<Value> = group
            .iter()
            .map(|mesh| primitive(mesh, skin.map(|_| &place_of_slot), buffer))
            .collect();
        let first = group[0];
        let name = match group.len() {
            1 => first.name.as_str(),
            // `shape_0`, `shape_1`: primitives of one mesh.
            _ => first.name.rsplit_once('_').map_or(first.name.as_str(), |it| it.0),
        };
        let mut mesh = json!({ "name": name, "primitives": primitives });
        if !first.morph_weights.is_empty() {
            mesh["weights"] = json!(first.morph_weights);
        }
        meshes.meshes.push(mesh);
        let mut carrier = node(name, &Transform::IDENTITY);
        carrier["mesh"] = json!(meshes.meshes.len() - 1);
        if let Some(skin) = skin {
            carrier["skin"] = json!(skin);
        }
        let is_free = |it: &usize| nodes.nodes[*it].get("mesh").is_none();
        let carrier = match rigid.filter(is_free) {
            Some(joint) => {
                nodes.nodes[joint]["mesh"] = carrier["mesh"].take();
                joint
            }
            None => nodes.add(carrier, rigid),
        };
        meshes.carriers.entry(node_number).or_default().push(carrier);
    }
    meshes
}

/// The slots of all vertices, in their order.
fn used_slots(group: &[&Mesh]) -> Vec<SlotIdx> {
    let mut slots: Vec<SlotIdx> = Vec::new();
    for mesh in group {
        for vertex in 0..mesh.vertices.positions.len() {
            slots.extend(mesh.vertices.influences(vertex).map(|it| it.0));
        }
        slots.sort_unstable();
        slots.dedup();
    }
    slots
}

/// The joint whose space the vertices are in, where one moves them all as they are.
fn rigid_joint(model: &Model, slots: &[SlotIdx]) -> Option<usize> {
    let [slot] = slots else { return None };
    let slot = model.slots.get(usize::from(slot.0))?;
    (slot.inverse_bind == nalgebra::Matrix4::identity()).then_some(slot.joint.index())
}

impl Meshes {
    fn add_skin(
        &mut self,
        model: &Model,
        slots: &[SlotIdx],
        nodes: &mut Nodes,
        buffer: &mut Buffer,
    ) -> usize {
        let mut joints: Vec<usize> = Vec::with_capacity(slots.len());
        let mut matrices = Vec::with_capacity(slots.len());
        for slot in slots {
            let Some(slot) = model.slots.get(usize::from(slot.0)) else { continue };
            let mut joint = slot.joint.index();
            if joints.contains(&joint) {
                // A skin lists a joint once; with another inverse bind matrix it is a node of its own in the same place.
                let name =
                    format!("{} (bind {})", model.skeleton.joints()[joint].name, joints.len());
                joint = nodes.add(node(&name, &Transform::IDENTITY), Some(joint));
            }
            joints.push(joint);
            let mut matrix = [0.0; 16];
            matrix.copy_from_slice(slot.inverse_bind.as_slice());
            matrices.push(matrix);
        }
        nodes.join(&joints);
        let inverse_binds = buffer.floats(&matrices, Target::None, false);
        self.skins.push(json!({ "joints": joints, "inverseBindMatrices": inverse_binds }));
        self.skins.len() - 1
    }
}

fn primitive(
    mesh: &Mesh,
    place_of_slot: Option<&HashMap<SlotIdx, u16>>,
    buffer: &mut Buffer,
) -> Value {
    let vertices = &mesh.vertices;
    let vectors = |values: &[nalgebra::Vector3<f32>]| -> Vec<[f32; 3]> {
        values.iter().map(|it| (*it).into()).collect()
    };
    let mut attributes = json!({
        "POSITION": buffer.floats(&vectors(&vertices.positions), Target::Vertex, true),
        "NORMAL": buffer.floats(&vectors(&vertices.normals), Target::Vertex, false),
    });
    if vertices.tangents.iter().all(|it| it.xyz().norm() > 0.5) && !vertices.tangents.is_empty() {
        let tangents: Vec<[f32; 4]> = vertices.tangents.iter().map(|it| (*it).into()).collect();
        attributes["TANGENT"] = json!(buffer.floats(&tangents, Target::Vertex, false));
    }
    if vertices.uvs.iter().any(|it| it.norm() > 0.0) {
        let uvs: Vec<[f32; 2]> = vertices.uvs.iter().map(|it| (*it).into()).collect();
        attributes["TEXCOORD_0"] = json!(buffer.floats(&uvs, Target::Vertex, false));
    }
    if vertices.colors.iter().any(|it| *it != Vector4::repeat(1.0)) {
        let color = |it: &Vector4<f32>| [linear(it.x), linear(it.y), linear(it.z), it.w];
        let colors: Vec<[f32; 4]> = vertices.colors.iter().map(color).collect();
        attributes["COLOR_0"] = json!(buffer.floats(&colors, Target::Vertex, false));
    }
    if let Some(place_of_slot) = place_of_slot {
        write_influences(vertices, place_of_slot, &mut attributes, buffer);
    }
    let mut primitive = json!({
        "attributes": attributes,
        "indices": buffer.indices(&mesh.indices),
        "material": mesh.material,
    });
    let targets: Vec<Value> = mesh
        .morph_targets
        .iter()
        .map(|target| {
            let mut streams = json!({});
            for (name, values, has_bounds) in [
                ("POSITION", &target.positions, true),
                ("NORMAL", &target.normals, false),
                ("TANGENT", &target.tangents, false),
            ] {
                // Only what the base has can be displaced.
                if !values.is_empty() && attributes.get(name).is_some() {
                    let accessor = buffer.floats(&vectors(values), Target::Vertex, has_bounds);
                    streams[name] = json!(accessor);
                }
            }
            streams
        })
        .collect();
    if !targets.is_empty() {
        primitive["targets"] = json!(targets);
    }
    primitive
}

fn write_influences(
    vertices: &Vertices,
    place_of_slot: &HashMap<SlotIdx, u16>,
    attributes: &mut Value,
    buffer: &mut Buffer,
) {
    let sets = if vertices.has_further_influences() { 2 } else { 1 };
    let mut joints = vec![Vec::with_capacity(vertices.positions.len()); sets];
    let mut weights = vec![Vec::with_capacity(vertices.positions.len()); sets];
    for vertex in 0..vertices.positions.len() {
        let mut own = [[0_u16; 4]; 2];
        let mut shares = [[0.0_f32; 4]; 2];
        for (lane, (slot, weight)) in vertices.influences(vertex).enumerate() {
            own[lane / 4][lane % 4] = place_of_slot.get(&slot).copied().unwrap_or(0);
            shares[lane / 4][lane % 4] = weight;
        }
        for set in 0..sets {
            joints[set].push(own[set]);
            weights[set].push(shares[set]);
        }
    }
    for set in 0..sets {
        attributes[format!("JOINTS_{set}")] = json!(buffer.joints(&joints[set]));
        let weights = buffer.floats(&weights[set], Target::Vertex, false);
        attributes[format!("WEIGHTS_{set}")] = json!(weights);
    }
}
