//! [`to_glb`]: a model as one GLB file (glTF 2.0).
//!
//! The way back of the importer: triangles of mirrored parts get the winding that glTF wants for them, z is mirrored, display
//! values become linear light. A skinned mesh hangs on a root node of its own, since its node's transform plays no part; its
//! skin lists the joints that its vertices use.

mod animation;
mod buffer;
mod material;
mod mesh;
mod node;

use serde_json::{Value, json};

use self::buffer::Buffer;
use super::super::convert::mirror_z;
use super::super::winding::turn_mirrored;
use crate::asset::{Model, SkeletonError};

/// Why a model cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file would be larger than GLB allows.
    #[error("the file would have {bytes} bytes; GLB holds at most {}", u32::MAX)]
    TooLarge {
        /// How large it would be.
        bytes: usize,
    },
    /// An image cannot be encoded.
    #[error("cannot encode image '{name}' as PNG")]
    Image {
        /// Name of the image.
        name: String,
        /// What the encoder said.
        #[source]
        source: image::ImageError,
    },
    /// A joint more than there may be.
    #[error("cannot write the nodes")]
    Skeleton {
        /// What is wrong.
        #[source]
        source: SkeletonError,
    },
    /// The document is no JSON, which a model of finite numbers always is.
    #[error("cannot write the document")]
    Json {
        /// What the encoder said.
        #[source]
        source: serde_json::Error,
    },
}

/// What of a model is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportParts {
    /// Everything.
    All,
    /// Nodes and clips: an animation asset of a few kilobytes that any model with joints of these names can play.
    Clips,
}

/// Writes a model as a GLB file.
///
/// # Errors
/// The file would be larger than 4 GiB, or an image cannot be encoded.
pub fn to_glb(model: &Model, parts: ExportParts) -> Result<Vec<u8>, ExportError> {
    let mut model = model.clone();
    if parts == ExportParts::Clips {
        model.meshes.clear();
        model.materials.clear();
        model.images.clear();
        for clip in &mut model.clips {
            clip.morphs.clear();
        }
    }
    let mut joints = model.skeleton.joints().to_vec();
    turn_mirrored(&joints, &model.slots, &mut model.meshes);
    mirror_z(&mut joints, &mut model.slots, &mut model.meshes, &mut model.clips);

    let mut buffer = Buffer::default();
    let mut nodes = node::nodes(&joints);
    let meshes = mesh::write(&model, &mut nodes, &mut buffer);
    let animations = animation::write(&model.clips, &meshes, &mut buffer);
    let materials = material::write(&model, &mut buffer)?;

    let mut document = json!({
        "asset": { "version": "2.0", "generator": concat!("sinew ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": nodes.roots }],
        "nodes": nodes.nodes,
        "meshes": meshes.meshes,
        "skins": meshes.skins,
        "animations": animations,
        "materials": materials.materials,
        "textures": materials.textures,
        "samplers": materials.samplers,
        "images": materials.images,
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{ "byteLength": buffer.bytes.len() }],
    });
    if let Value::Object(members) = &mut document {
        // glTF has no empty lists.
        members.retain(|_, it| !it.as_array().is_some_and(Vec::is_empty));
        if buffer.bytes.is_empty() {
            members.remove("buffers");
        }
        if nodes.roots.is_empty() {
            members.remove("scene");
            members.remove("scenes");
        }
    }
    container(&document, &buffer.bytes)
}

/// The GLB container: header, JSON chunk, BIN chunk (glTF 2.0, 4.4).
fn container(document: &Value, bin: &[u8]) -> Result<Vec<u8>, ExportError> {
    let mut json = serde_json::to_vec(document).map_err(|source| ExportError::Json { source })?;
    json.resize(json.len().next_multiple_of(4), b' ');
    let bin_bytes = bin.len().next_multiple_of(4);
    let chunk = |bytes: usize| if bytes == 0 { 0 } else { 8 + bytes };
    let total = 12 + chunk(json.len()) + chunk(bin_bytes);
    let size = |bytes: usize| {
        u32::try_from(bytes).map_err(|_too_large| ExportError::TooLarge { bytes: total })
    };
    let mut out = Vec::with_capacity(total);
    out.extend(b"glTF");
    out.extend(2_u32.to_le_bytes());
    out.extend(size(total)?.to_le_bytes());
    out.extend(size(json.len())?.to_le_bytes());
    out.extend(b"JSON");
    out.extend(json);
    if !bin.is_empty() {
        out.extend(size(bin_bytes)?.to_le_bytes());
        out.extend(b"BIN\0");
        out.extend(bin);
        out.resize(total, 0);
    }
    Ok(out)
}
