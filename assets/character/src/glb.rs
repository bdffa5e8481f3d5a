//! Writes the figure and its clips as binary glTF 2.0.
//!
//! Numbers are rounded to fractions that `f32` holds exactly before they are written.

use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use thiserror::Error;

use crate::clips::{AtEnd, Clip};
use crate::figure::Figure;
use crate::skeleton::{JOINT_COUNT, JOINTS, Joint};
use crate::texture::{TextureError, encode_png};

/// Lengths and normals are written in steps of one over this: 1/65536 m is 15 micrometres.
const LENGTH_STEPS: f64 = 65_536.0;
/// Quaternions are written in steps of one over this.
const QUATERNION_STEPS: f64 = 1_048_576.0;

const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_BYTE: u32 = 5121;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const LINEAR: u32 = 9729;
const CLAMP_TO_EDGE: u32 = 33071;

/// Why the file could not be made.
#[derive(Debug, Error)]
pub enum GlbError {
    /// The palette.
    #[error(transparent)]
    Texture(#[from] TextureError),
    /// Indices are 16 bits.
    #[error("mesh: {0} vertices, expected at most 65535")]
    TooManyVertices(usize),
    /// Sizes in the container are 32 bits.
    #[error("file: a chunk of {0} bytes, expected less than 4 GiB")]
    TooLong(usize),
    /// The document could not be written as JSON.
    #[error("document: not written as json")]
    Json(#[from] serde_json::Error),
}

/// The whole file.
///
/// # Errors
/// See [`GlbError`].
pub fn write(figure: &Figure, clips: &[Clip]) -> Result<Vec<u8>, GlbError> {
    let mut buffer = Buffer::default();
    let image = buffer.view(&encode_png()?, None);
    let primitives = primitives(&mut buffer, figure)?;
    let inverse_binds = buffer.accessor(
        &f32_bytes(JOINTS.iter().flat_map(|joint| inverse_bind(*joint))),
        json!({ "componentType": FLOAT, "type": "MAT4", "count": JOINT_COUNT }),
        None,
    );
    let animations: Vec<Value> = clips.iter().map(|clip| animation(&mut buffer, clip)).collect();

    let mut document = json!({
        "asset": {
            "version": "2.0",
            "generator": "Sinew assets/character",
            "copyright": "The Sinew project, MIT OR Apache-2.0",
        },
        "scene": 0,
        "scenes": [{ "name": "Character", "nodes": [Joint::Hips.index(), JOINT_COUNT] }],
        "nodes": nodes(),
        "meshes": [{ "name": "Character", "primitives": primitives }],
        "skins": [{
            "name": "Character",
            "joints": (0..JOINT_COUNT).collect::<Vec<_>>(),
            "skeleton": Joint::Hips.index(),
            "inverseBindMatrices": inverse_binds,
        }],
        "materials": [material("Body", 0.0, 0.85), material("Metal", 1.0, 0.28)],
        "textures": [{ "source": 0, "sampler": 0 }],
        "samplers": [{ "magFilter": LINEAR, "minFilter": LINEAR, "wrapS": CLAMP_TO_EDGE, "wrapT": CLAMP_TO_EDGE }],
        "images": [{ "name": "Palette", "mimeType": "image/png", "bufferView": image }],
        "animations": animations,
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{ "byteLength": buffer.bytes.len() }],
    });
    // The order of the members must not depend on which features of serde_json the workspace turns on.
    document.sort_all_objects();
    container(serde_json::to_vec(&document)?, buffer.bytes)
}

/// Header and the two chunks.
fn container(mut json: Vec<u8>, mut binary: Vec<u8>) -> Result<Vec<u8>, GlbError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length =
        |n: usize| u32::try_from(n).map(u32::to_le_bytes).map_err(|_too_long| GlbError::TooLong(n));
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend(length(12 + 8 + json.len() + 8 + binary.len())?);
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", binary)] {
        file.extend(length(chunk.len())?);
        file.extend(kind);
        file.extend(chunk);
    }
    Ok(file)
}

fn nodes() -> Vec<Value> {
    let mut nodes: Vec<Value> = JOINTS
        .iter()
        .map(|joint| {
            let children: Vec<usize> =
                JOINTS.iter().filter(|c| c.parent() == Some(*joint)).map(|c| c.index()).collect();
            let mut node =
                json!({ "name": joint.name(), "translation": rounded(joint.bind_offset()) });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            node
        })
        .collect();
    nodes.push(json!({ "name": "Character", "mesh": 0, "skin": 0 }));
    nodes
}

fn material(name: &str, metallic: f64, roughness: f64) -> Value {
    json!({
        "name": name,
        "pbrMetallicRoughness": {
            "baseColorTexture": { "index": 0 },
            "metallicFactor": metallic,
            "roughnessFactor": roughness,
        },
    })
}

fn primitives(buffer: &mut Buffer, figure: &Figure) -> Result<Vec<Value>, GlbError> {
    let vertices = &figure.vertices;
    let count = vertices.len();
    let too_many = |_out_of_range| GlbError::TooManyVertices(count);
    u16::try_from(count).map_err(too_many)?;

    let positions: Vec<[f64; 3]> = vertices.iter().map(|v| rounded(v.position)).collect();
    let bound = |pick: fn(f64, f64) -> f64| {
        positions.iter().copied().reduce(|a, b| std::array::from_fn(|k| pick(a[k], b[k])))
    };
    let position = json!({
        "componentType": FLOAT, "type": "VEC3", "count": count, "min": bound(f64::min), "max": bound(f64::max),
    });
    let float = |kind: &str| json!({ "componentType": FLOAT, "type": kind, "count": count });
    let byte = |normalised: bool| {
        let mut accessor =
            json!({ "componentType": UNSIGNED_BYTE, "type": "VEC4", "count": count });
        if normalised {
            accessor["normalized"] = json!(true);
        }
        accessor
    };
    let normals = vertices.iter().flat_map(|v| rounded(v.normal));
    let uvs = vertices.iter().flat_map(|v| v.uv.map(|x| round_to(x, LENGTH_STEPS)));
    let joints: Vec<u8> = vertices.iter().flat_map(|v| v.influences.joints).collect();
    let weights: Vec<u8> = vertices.iter().flat_map(|v| v.influences.weights).collect();
    let target = Some(ARRAY_BUFFER);
    let attributes = json!({
        "POSITION": buffer.accessor(&f32_bytes(positions.iter().flatten().copied()), position, target),
        "NORMAL": buffer.accessor(&f32_bytes(normals), float("VEC3"), target),
        "TEXCOORD_0": buffer.accessor(&f32_bytes(uvs), float("VEC2"), target),
        "JOINTS_0": buffer.accessor(&joints, byte(false), target),
        "WEIGHTS_0": buffer.accessor(&weights, byte(true), target),
    });

    let mut primitives = Vec::new();
    for (material, triangles) in [&figure.matte, &figure.metal].into_iter().enumerate() {
        let mut bytes = Vec::new();
        for index in triangles.iter().flatten() {
            bytes.extend(u16::try_from(*index).map_err(too_many)?.to_le_bytes());
        }
        let accessor = json!({ "componentType": UNSIGNED_SHORT, "type": "SCALAR", "count": triangles.len() * 3 });
        let indices = buffer.accessor(&bytes, accessor, Some(ELEMENT_ARRAY_BUFFER));
        primitives
            .push(json!({ "attributes": attributes, "indices": indices, "material": material }));
    }
    Ok(primitives)
}

/// One animation: a rotation track for every joint and the translation of the hips.
fn animation(buffer: &mut Buffer, clip: &Clip) -> Value {
    let count = clip.poses.len();
    let times: Vec<f32> = (0..count).map(|key| to_f32(Clip::time_s(key))).collect();
    let last = times.last().copied().map_or(0.0, f64::from);
    let input = buffer.accessor(
        &times.iter().flat_map(|t| t.to_le_bytes()).collect::<Vec<u8>>(),
        json!({ "componentType": FLOAT, "type": "SCALAR", "count": count, "min": [0.0], "max": [last] }),
        None,
    );
    let mut samplers = Vec::new();
    let mut channels = Vec::new();
    let mut add = |joint: Joint, path: &str, output: usize| {
        channels.push(
            json!({ "sampler": samplers.len(), "target": { "node": joint.index(), "path": path } }),
        );
        samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
    };
    let hips = f32_bytes(clip.poses.iter().flat_map(|pose| rounded(pose.hips_position)));
    let vec3 = json!({ "componentType": FLOAT, "type": "VEC3", "count": count });
    add(Joint::Hips, "translation", buffer.accessor(&hips, vec3, None));
    for joint in JOINTS {
        let bytes =
            f32_bytes(clip.poses.iter().flat_map(|pose| rounded_quaternion(pose.rotation(joint))));
        let vec4 = json!({ "componentType": FLOAT, "type": "VEC4", "count": count });
        add(joint, "rotation", buffer.accessor(&bytes, vec4, None));
    }
    json!({
        "name": clip.name,
        "samplers": samplers,
        "channels": channels,
        "extras": { "loop": clip.at_end == AtEnd::Loop, "velocity_m_per_s": clip.velocity.to_array() },
    })
}

/// Column-major: the bind pose has no rotations, so the inverse is a translation back.
fn inverse_bind(joint: Joint) -> [f64; 16] {
    // From the rounded offsets, as a reader adds them up, so that the bind pose is exact.
    let mut position = DVec3::ZERO;
    let mut at = Some(joint);
    while let Some(joint) = at {
        position += DVec3::from_array(rounded(joint.bind_offset()));
        at = joint.parent();
    }
    let [x, y, z] = rounded(-position);
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]
}

fn round_to(x: f64, steps: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    libm::round(x * steps) / steps + 0.0
}

fn rounded(v: DVec3) -> [f64; 3] {
    v.to_array().map(|x| round_to(x, LENGTH_STEPS))
}

fn rounded_quaternion(q: DQuat) -> [f64; 4] {
    q.to_array().map(|x| round_to(x, QUATERNION_STEPS))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the file holds f32; the values are rounded to what it holds"
)]
fn to_f32(x: f64) -> f32 {
    x as f32
}

fn f32_bytes(values: impl Iterator<Item = f64>) -> Vec<u8> {
    values.flat_map(|x| to_f32(x).to_le_bytes()).collect()
}

/// The binary chunk under construction, with the views and accessors into it.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Appends bytes at a multiple of 4; the index of the new view.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view =
            json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Appends bytes with an accessor that covers them; the index of the accessor.
    fn accessor(&mut self, bytes: &[u8], mut accessor: Value, target: Option<u32>) -> usize {
        accessor["bufferView"] = json!(self.view(bytes, target));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}
