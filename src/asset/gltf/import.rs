//! [`import`]: the stages in their order.

use std::path::Path;

use super::accessor::Accessors;
use super::buffers::Buffers;
use super::document::Document;
use super::material::Materials;
use super::scene::Scene;
use super::skin::Skins;
use super::{animation, container, geometry, image, material, mesh};
use crate::asset::convert::mirror_z;
use crate::asset::import::{Budget, Files, ImportError, Notes, Slots, fault};
use crate::asset::winding::turn_mirrored;
use crate::asset::{Model, Skeleton};

/// Reads a `.glb` or `.gltf` file from memory.
///
/// `name` becomes the model's name. `folder` is where the files that the document names are read from;
/// without one, only data inside the document can be used.
///
/// # Errors
/// The first thing in the file that breaks glTF 2.0 or a limit of this program.
pub fn import(name: &str, bytes: &[u8], folder: Option<&Path>) -> Result<Model, ImportError> {
    let mut notes = Notes::default();
    let container = container::split(bytes)?;
    let document = Document::parse(container.json, &mut notes)?;
    let files = Files::new(folder);
    let buffers = Buffers::load(&document, container.bin, &files)?;
    let model_bytes = bytes.len() as u64;
    let budget = Budget::for_data(model_bytes.saturating_add(files.total_bytes()));
    let accessors = Accessors::new(&document, &buffers, &budget);
    accessors.check_all()?;

    let scene = Scene::read(&document, &mut notes)?;
    let skins = Skins::read(&document, &accessors, &scene, &mut notes)?;
    let mut slots = Slots::new(scene.joints.len(), skins.joints());
    let geometries = geometry::read_all(&document, &accessors, &mut notes)?;
    let mut meshes = {
        let source = mesh::Source {
            document: &document,
            scene: &scene,
            skins: &skins,
            geometries: &geometries,
            budget: &budget,
        };
        mesh::place(&source, &mut slots, &mut notes)?
    };
    drop(geometries);
    let mut clips = animation::read_all(&document, &accessors, &scene, &mut notes)?;

    let Materials { mut materials, images } = material::read_all(&document, &mut notes)?;
    let images = image::decode_all(&document, &images, &buffers, &files, model_bytes)?;
    if meshes.iter().any(|it| it.material == materials.len()) {
        materials.push(material::default_material());
    }

    let mut joints = scene.joints;
    let mut slots = slots.into_vec();
    mirror_z(&mut joints, &mut slots, &mut meshes, &mut clips);
    turn_mirrored(&joints, &slots, &mut meshes);
    let skeleton = Skeleton::new(joints).map_err(|error| fault("nodes", error.to_string()))?;
    Ok(Model {
        name: name.to_owned(),
        skeleton,
        node_ids: Vec::new(),
        slots,
        meshes,
        materials,
        images,
        clips,
        notes: notes.into_vec(),
    })
}
