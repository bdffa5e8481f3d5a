//! What `sinew pose` says: joints and skinned vertices at a time, to be held against other programs.
//!
//! Everything is right-handed and +Y up in metres, as glTF has it, though the program works left-handed; matrices are
//! column-major, for column vectors.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use nalgebra::{Matrix4, Vector3};
use serde::Serialize;

use super::{AppError, one_line};
use crate::anim::{ClipTime, Pose, morph_weights, skin_mesh};
use crate::asset::{Clip, Mesh, Model};

/// Everything that `sinew pose --json` prints.
#[derive(Debug, Serialize)]
pub struct PoseReport {
    file: String,
    /// `null` for the rest pose.
    clip: Option<ClipReport>,
    time_s: f64,
    /// Parents first.
    joints: Vec<JointReport>,
    /// In the file's order.
    meshes: Vec<MeshReport>,
}

#[derive(Debug, Serialize)]
struct ClipReport {
    name: String,
    index: usize,
    duration_s: f32,
}

#[derive(Debug, Serialize)]
struct JointReport {
    name: String,
    node: NodeName,
    /// Index into this list, always of an earlier joint.
    parent: Option<u16>,
    world: [f32; 16],
    /// Identity for a joint that no skin has.
    inverse_bind: [f32; 16],
    /// `world * inverse_bind`.
    skin: [f32; 16],
}

#[derive(Debug, Serialize)]
struct MeshReport {
    name: String,
    node: NodeName,
    /// In the file's order.
    positions: Vec<[f32; 3]>,
}

/// The index of a node, or its id where the format has ids.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum NodeName {
    Index(u32),
    Id(String),
}

impl PoseReport {
    /// The pose of a model at a time of a clip, given with its index; `None` is the rest pose.
    ///
    /// # Errors
    /// The time is not finite.
    pub fn new(
        file: &str,
        model: &Model,
        clip: Option<(usize, &Clip)>,
        time_s: f64,
    ) -> Result<Self, AppError> {
        let time = ClipTime::new(time_s)?;
        let pose = match clip {
            Some((_, clip)) => Pose::sample(&model.skeleton, clip, time),
            None => Pose::rest(&model.skeleton),
        };
        let node_name = |number: u32| match model.node_ids.get(number as usize) {
            Some(id) => NodeName::Id(id.clone()),
            None => NodeName::Index(number),
        };
        let worlds = pose.model_from_joints(&model.skeleton);
        let skins = pose.skin_matrices(&model.skeleton, &model.slots);
        let joints = model.skeleton.joints().iter().enumerate().map(|(index, joint)| JointReport {
            name: joint.name.clone(),
            node: node_name(joint.node),
            parent: joint.parent.map(|it| it.0),
            world: columns(&worlds[index]),
            // Slot `i` belongs to joint `i`.
            inverse_bind: columns(&model.slots[index].inverse_bind),
            skin: columns(&skins[index]),
        });
        Ok(Self {
            file: file.to_owned(),
            clip: clip.map(|(index, clip)| ClipReport {
                name: clip.name.clone(),
                index,
                duration_s: clip.last_key_s,
            }),
            time_s,
            joints: joints.collect(),
            meshes: meshes(model, clip.map(|it| it.1), time, &skins, node_name),
        })
    }

    /// The same for people: where each joint is.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = one_line(&self.file);
        let _ = match &self.clip {
            Some(clip) => writeln!(text, ", clip '{}' at {} s", one_line(&clip.name), self.time_s),
            None => writeln!(text, ", rest pose"),
        };
        for joint in &self.joints {
            let [x, y, z] = [joint.world[12], joint.world[13], joint.world[14]];
            let _ = writeln!(text, "  {x:>10.4} {y:>10.4} {z:>10.4}  {}", one_line(&joint.name));
        }
        for mesh in &self.meshes {
            let name = one_line(&mesh.name);
            let _ = writeln!(text, "mesh '{name}': {} vertices", mesh.positions.len());
        }
        text.push_str(
            "positions in metres, right-handed, +Y up; --json prints matrices and vertices\n",
        );
        text
    }
}

fn meshes(
    model: &Model,
    clip: Option<&Clip>,
    time: ClipTime,
    skins: &[Matrix4<f32>],
    node_name: impl Fn(u32) -> NodeName,
) -> Vec<MeshReport> {
    let skinned = |mesh: &Mesh| {
        let weights = match clip {
            Some(clip) => morph_weights(mesh, clip, time),
            None => mesh.morph_weights.clone(),
        };
        skin_mesh(mesh, skins, &weights).positions
    };
    let right_handed = |position: &Vector3<f32>| [position.x, position.y, -position.z];
    let mut reports: Vec<MeshReport> = Vec::new();
    // Meshes of one geometry whose materials share its vertices are one again.
    let mut whole: BTreeMap<(u32, u32, Option<u32>), usize> = BTreeMap::new();
    for mesh in &model.meshes {
        let positions = skinned(mesh);
        if mesh.file_vertices.is_empty() {
            reports.push(MeshReport {
                name: mesh.name.clone(),
                node: node_name(mesh.node),
                positions: positions.iter().map(right_handed).collect(),
            });
            continue;
        }
        let key = (mesh.node, mesh.source.0, mesh.skin);
        let place = *whole.entry(key).or_insert_with(|| {
            reports.push(MeshReport {
                name: mesh.name.clone(),
                node: node_name(mesh.node),
                positions: Vec::new(),
            });
            reports.len() - 1
        });
        let out = &mut reports[place].positions;
        for (vertex, position) in mesh.file_vertices.iter().zip(&positions) {
            let vertex = *vertex as usize;
            if out.len() <= vertex {
                out.resize(vertex + 1, [0.0; 3]);
            }
            out[vertex] = right_handed(position);
        }
    }
    reports
}

/// A matrix as the file's handedness has it: S M S with S = diag(1, 1, -1, 1), column by column.
fn columns(matrix: &Matrix4<f32>) -> [f32; 16] {
    let sign = |row: usize, column: usize| if (row == 2) == (column == 2) { 1.0 } else { -1.0 };
    // Adding 0 makes a negative zero a zero.
    std::array::from_fn(|it| {
        let (row, column) = (it % 4, it / 4);
        sign(row, column) * matrix[(row, column)] + 0.0
    })
}
