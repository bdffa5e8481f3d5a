//! [`import`]: the stages in their order.

use std::path::Path;

use super::channel::Channels;
use super::document::{self, Document};
use super::material::Materials;
use super::place::{Placed, place};
use super::scene::Scene;
use super::source::Sources;
use super::{animation, text};
use crate::asset::convert::mirror_z;
use crate::asset::import::{Budget, Files, ImportError, Notes, fault};
use crate::asset::winding::turn_mirrored;
use crate::asset::{Model, Skeleton};

/// Reads a `.dae` file from memory.
///
/// `name` becomes the model's name, and without its extension that of a clip that has none of its own. `folder` is where the
/// images that the document names are read from.
///
/// # Errors
/// The first thing in the file that breaks COLLADA or a limit of this program.
pub fn import(name: &str, bytes: &[u8], folder: Option<&Path>) -> Result<Model, ImportError> {
    let mut notes = Notes::default();
    let model_bytes = bytes.len() as u64;
    let text = text::decode(bytes)?;
    let xml = document::parse(&text)?;
    let budget = Budget::for_data(model_bytes);
    let document = Document::new(&xml, &budget)?;
    let sources = Sources::new(&document);
    let files = Files::new(folder);

    let channels = Channels::read(&document, &sources, &mut notes)?;
    let scene = Scene::read(&document, &channels, &mut notes)?;
    let mut materials = Materials::default();
    let placed = place(&document, &sources, &scene, &mut materials, &mut notes)?;
    let Placed { mut meshes, slots, morphs } = placed;
    let stem = Path::new(name).file_stem().map(|it| it.to_string_lossy());
    let stem = stem.as_deref().unwrap_or(name);
    let mut clips = animation::read_all(&document, &scene, &channels, &morphs, stem, &mut notes)?;
    let (materials, images) = materials.into_images(&files, model_bytes, &mut notes)?;

    let Scene { mut joints, node_ids, .. } = scene;
    let mut slots = slots.into_vec();
    mirror_z(&mut joints, &mut slots, &mut meshes, &mut clips);
    turn_mirrored(&joints, &slots, &mut meshes);
    let skeleton = Skeleton::new(joints).map_err(|error| fault("nodes", error.to_string()))?;
    Ok(Model {
        name: name.to_owned(),
        skeleton,
        node_ids,
        slots,
        meshes,
        materials,
        images,
        clips,
        notes: notes.into_vec(),
    })
}
