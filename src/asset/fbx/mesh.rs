//! Draws: the triangles of each material of each mesh on each node that carries it.

use nalgebra::{Matrix4, Vector2, Vector3, Vector4};

use super::material::Materials;
use super::node::{Nodes, label, narrow, vector};
use crate::asset::import::{
    Budget, Influences, Notes, Repairs, Result, Skin, Slots, bind, bind_rigid, fault, slots_of,
    weld,
};
use crate::asset::{Mesh, MorphTarget, Vertices};

/// Bytes of one vertex in all streams, and of its number in the file.
const VERTEX_BYTES: usize = 116;

/// A node whose mesh has blend shapes.
#[derive(Debug)]
pub(super) struct MorphedNode {
    /// Number of the node in the file.
    pub(super) node: u32,
    /// The channel of each target, by its element.
    pub(super) channels: Vec<u32>,
    /// Where nothing moves them.
    pub(super) weights: Vec<f32>,
}

/// Everything that nodes show.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) meshes: Vec<Mesh>,
    pub(super) slots: Slots,
    pub(super) morphs: Vec<MorphedNode>,
}

/// One mesh on one node.
struct Instance<'s> {
    node: &'s ufbx::Node,
    mesh: &'s ufbx::Mesh,
    joint: crate::asset::JointIdx,
    skin: Option<(Skin, Influences, u32)>,
    morph: Option<Morph>,
}

/// Displacements of all vertices of the file, a target each.
struct Morph {
    targets: Vec<[Vec<Vector3<f32>>; 2]>,
    channels: Vec<u32>,
    weights: Vec<f32>,
}

/// Reads what the nodes show.
///
/// # Errors
/// A mesh that is not finite, or more than the limits of this program.
pub(super) fn place<'s>(
    scene: &'s ufbx::Scene,
    nodes: &Nodes,
    materials: &mut Materials<'s>,
    budget: &Budget,
    notes: &mut Notes,
) -> Result<Placed> {
    let mut instances = Vec::new();
    let mut repairs = Repairs::default();
    let mut skin_count = 0;
    for node in scene.nodes.iter().map(AsRef::<ufbx::Node>::as_ref) {
        let (Some(mesh), Some(joint)) = (node.mesh.as_ref(), nodes.joint(node)) else { continue };
        let mesh: &ufbx::Mesh = mesh.as_ref();
        if !node.visible {
            notes.add(format!(
                "{} is hidden in the file; it is drawn",
                label("node", &node.element)
            ));
        }
        let skin = read_skin(mesh, nodes, &mut repairs, notes).map(|(skin, influences)| {
            skin_count += 1;
            (skin, influences, skin_count - 1)
        });
        let morph = read_morph(mesh, budget, notes)?;
        instances.push(Instance { node, mesh, joint, skin, morph });
    }
    repairs.note(notes);
    let bound = instances.iter().filter_map(|it| it.skin.as_ref()).flat_map(|it| &it.0.joints);
    let mut placed = Placed {
        meshes: Vec::new(),
        slots: Slots::new(nodes.joints.len(), bound),
        morphs: Vec::new(),
    };
    for instance in &instances {
        place_instance(instance, materials, budget, &mut placed, notes)?;
        if let Some(morph) = &instance.morph {
            placed.morphs.push(MorphedNode {
                node: instance.node.element.typed_id,
                channels: morph.channels.clone(),
                weights: morph.weights.clone(),
            });
        }
    }
    Ok(placed)
}

/// Corners of a mesh: position, normal, texture coordinate, colour.
type Corner = [u32; 4];

fn place_instance<'s>(
    instance: &Instance<'s>,
    materials: &mut Materials<'s>,
    budget: &Budget,
    placed: &mut Placed,
    notes: &mut Notes,
) -> Result<()> {
    let (node, mesh) = (instance.node, instance.mesh);
    let at = label("node", &node.element);
    let part_count = mesh.material_parts.iter().filter(|it| it.num_triangles > 0).count();
    if part_count == 0 {
        notes.add(format!("{at}: its mesh has no triangle"));
    }
    for part in mesh.material_parts.iter().filter(|it| it.num_triangles > 0) {
        budget.charge(|| at.clone(), part.num_triangles, 3 * size_of::<Corner>())?;
        let corners = corners(mesh, part);
        let (stored, indices) = weld(&corners);
        let target_bytes = instance.morph.as_ref().map_or(0, |it| 24 * it.targets.len());
        budget.charge(|| at.clone(), stored.len(), VERTEX_BYTES + target_bytes)?;
        budget.charge(|| at.clone(), indices.len(), size_of::<u32>())?;
        let file_vertices: Vec<u32> = stored.iter().map(|it| it[0]).collect();
        let mut vertices = stored_vertices(mesh, &stored);
        if let Some(bad) =
            vertices.positions.iter().position(|it| !it.iter().all(|it| it.is_finite()))
        {
            let problem = format!("vertex {} is not finite", file_vertices[bad]);
            return Err(fault(label("mesh", &mesh.element), problem));
        }
        match &instance.skin {
            None => bind_rigid(&mut vertices, instance.joint, &mut placed.slots, &at)?,
            Some((skin, influences, _)) => {
                let slots = slots_of(skin, &mut placed.slots, &at)?;
                let influences = influences.of(&file_vertices);
                bind(
                    &mut vertices,
                    &influences,
                    (skin, &slots),
                    instance.joint,
                    &mut placed.slots,
                    &at,
                )?;
            }
        }
        // A node may give an instanced mesh materials of its own.
        let list = if node.materials.count > 0 { &node.materials } else { &mesh.materials };
        let material = list.get(part.index as usize).map(AsRef::<ufbx::Material>::as_ref);
        let name = match (&*mesh.element.name, &*node.element.name) {
            ("", "") => format!("mesh_{}", mesh.element.typed_id),
            ("", name) | (name, _) => name.to_owned(),
        };
        let displaced = |all: &Vec<Vector3<f32>>| {
            file_vertices.iter().filter_map(|it| all.get(*it as usize).copied()).collect()
        };
        let targets = instance.morph.as_ref().map_or(&[][..], |it| &it.targets);
        placed.meshes.push(Mesh {
            name: if part_count == 1 { name } else { format!("{name}_{}", part.index) },
            node: node.element.typed_id,
            source: (mesh.element.typed_id, part.index),
            skin: instance.skin.as_ref().map(|it| it.2),
            material: materials.place(material, notes),
            morph_targets: targets
                .iter()
                .map(|[positions, normals]| MorphTarget {
                    positions: displaced(positions),
                    normals: displaced(normals),
                    tangents: Vec::new(),
                })
                .collect(),
            morph_weights: instance.morph.as_ref().map_or_else(Vec::new, |it| it.weights.clone()),
            vertices,
            file_vertices,
            indices,
        });
    }
    Ok(())
}

/// Three corners a triangle.
fn corners(mesh: &ufbx::Mesh, part: &ufbx::MeshPart) -> Vec<Corner> {
    let mut corners = Vec::with_capacity(3 * part.num_triangles);
    let mut triangles = vec![0; 3 * mesh.max_face_triangles];
    let index = |exists: bool, indices: &[u32], corner: usize| {
        if exists { indices.get(corner).copied().unwrap_or(0) } else { 0 }
    };
    for face in part.face_indices.iter() {
        let count = mesh.triangulate_face(&mut triangles, mesh.faces[*face as usize]) as usize;
        for corner in triangles.iter().take(3 * count) {
            let corner = *corner as usize;
            corners.push([
                index(true, &mesh.vertex_indices, corner),
                index(mesh.vertex_normal.exists, &mesh.vertex_normal.indices, corner),
                index(mesh.vertex_uv.exists, &mesh.vertex_uv.indices, corner),
                index(mesh.vertex_color.exists, &mesh.vertex_color.indices, corner),
            ]);
        }
    }
    corners
}

fn stored_vertices(mesh: &ufbx::Mesh, stored: &[Corner]) -> Vertices {
    let normal = |it: &Corner| {
        let normal = mesh.vertex_normal.values.get(it[1] as usize).map(|it| vector(*it));
        normal.and_then(|it| it.try_normalize(1e-20)).unwrap_or_else(Vector3::y)
    };
    let uv = |it: &Corner| {
        let uv = mesh.vertex_uv.values.get(it[2] as usize);
        // (0, 0) is at the lower left in FBX.
        uv.map_or_else(Vector2::zeros, |it| Vector2::new(narrow(it.x), 1.0 - narrow(it.y)))
    };
    let color = |it: &Corner| {
        let color = mesh.vertex_color.values.get(it[3] as usize);
        color.map_or_else(
            || Vector4::repeat(1.0),
            |it| Vector4::new(narrow(it.x), narrow(it.y), narrow(it.z), narrow(it.w)),
        )
    };
    Vertices {
        positions: stored.iter().map(|it| vector(mesh.vertices[it[0] as usize])).collect(),
        normals: stored.iter().map(normal).collect(),
        tangents: vec![Vector4::zeros(); stored.len()],
        uvs: stored.iter().map(uv).collect(),
        colors: stored.iter().map(color).collect(),
        ..Vertices::default()
    }
}

fn matrix(it: &ufbx::Matrix) -> Matrix4<f32> {
    let rows = [
        [it.m00, it.m01, it.m02, it.m03],
        [it.m10, it.m11, it.m12, it.m13],
        [it.m20, it.m21, it.m22, it.m23],
        [0.0, 0.0, 0.0, 1.0],
    ];
    Matrix4::from_fn(|row, column| narrow(rows[row][column]))
}

fn read_skin(
    mesh: &ufbx::Mesh,
    nodes: &Nodes,
    repairs: &mut Repairs,
    notes: &mut Notes,
) -> Option<(Skin, Influences)> {
    let skin: &ufbx::SkinDeformer = mesh.skin_deformers.iter().next()?.as_ref();
    let at = label("mesh", &mesh.element);
    if mesh.skin_deformers.count > 1 {
        notes.add(format!("{at} has {} skins: the first is taken", mesh.skin_deformers.count));
    }
    if skin.num_dq_weights > 0 {
        notes.add(format!("{at} is skinned by dual quaternions; it is drawn with matrices"));
    }
    let mut place_of_cluster = Vec::with_capacity(skin.clusters.count);
    let mut joints = Vec::new();
    for cluster in skin.clusters.iter().map(AsRef::<ufbx::SkinCluster>::as_ref) {
        let bone = cluster.bone_node.as_ref().and_then(|it| nodes.joint(it.as_ref()));
        place_of_cluster.push(bone.map(|_| u32::try_from(joints.len()).unwrap_or(u32::MAX)));
        match bone {
            Some(joint) => joints.push((joint, matrix(&cluster.geometry_to_bone))),
            None => notes.add(format!("{at}: a cluster of its skin has no bone; it is ignored")),
        }
    }
    let mut influences = Influences::with_capacity(mesh.num_vertices);
    let mut all = Vec::new();
    for vertex in 0..mesh.num_vertices {
        if let Some(own) = skin.vertices.get(vertex) {
            let first = own.weight_begin as usize;
            let weights = skin.weights.get(first..first + own.num_weights as usize);
            for weight in weights.unwrap_or_default() {
                let place = place_of_cluster.get(weight.cluster_index as usize).copied().flatten();
                all.extend(place.map(|it| (it, narrow(weight.weight))));
            }
        }
        influences.add_vertex(&mut all, repairs);
    }
    Some((Skin { label: at, joints }, influences))
}

fn read_morph(mesh: &ufbx::Mesh, budget: &Budget, notes: &mut Notes) -> Result<Option<Morph>> {
    let mut morph = Morph { targets: Vec::new(), channels: Vec::new(), weights: Vec::new() };
    let at = || label("mesh", &mesh.element);
    for deformer in mesh.blend_deformers.iter().map(AsRef::<ufbx::BlendDeformer>::as_ref) {
        for channel in deformer.channels.iter().map(AsRef::<ufbx::BlendChannel>::as_ref) {
            let Some(shape) = channel.target_shape.as_ref() else { continue };
            if channel.keyframes.count > 1 {
                let name = &*channel.element.name;
                notes.add(format!("{}: shapes on the way to '{name}' are left out", at()));
            }
            budget.charge(at, mesh.num_vertices, 2 * size_of::<Vector3<f32>>())?;
            let shape: &ufbx::BlendShape = shape.as_ref();
            let spread = |offsets: &[ufbx::Vec3]| {
                let mut all = vec![Vector3::zeros(); mesh.num_vertices];
                for (vertex, offset) in shape.offset_vertices.iter().zip(offsets) {
                    if let Some(place) = all.get_mut(*vertex as usize) {
                        *place = vector(*offset);
                    }
                }
                all
            };
            let has_normals = shape.normal_offsets.count == shape.offset_vertices.count;
            morph.targets.push([
                spread(&shape.position_offsets),
                if has_normals { spread(&shape.normal_offsets) } else { Vec::new() },
            ]);
            morph.channels.push(channel.element.element_id);
            morph.weights.push(narrow(channel.weight));
        }
    }
    Ok((!morph.targets.is_empty()).then_some(morph))
}
