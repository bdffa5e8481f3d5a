//! [`import`]: the stages in their order.

use std::path::Path;

use ufbx::{
    AllocatorOpts, CoordinateAxes, GeometryTransformHandling, IndexErrorHandling,
    InheritModeHandling, LoadOpts, SpaceConversion,
};

use super::material::Materials;
use super::node::Nodes;
use super::{animation, mesh};
use crate::asset::convert::mirror_z;
use crate::asset::import::{Budget, Files, ImportError, Notes, Result, fault};
use crate::asset::winding::turn_mirrored;
use crate::asset::{Model, Skeleton};

/// What ufbx may take for a file of any size, and for each of its bytes on top of that.
const BASE_BYTES: usize = 128 << 20;
const BYTES_PER_INPUT_BYTE: usize = 32;

/// Reads an `.fbx` file from memory.
///
/// `name` becomes the model's name. `folder` is where the images that the file names are read from.
///
/// # Errors
/// The file is no FBX or is broken, or goes over a limit of this program.
pub fn import(name: &str, bytes: &[u8], folder: Option<&Path>) -> Result<Model, ImportError> {
    let mut notes = Notes::default();
    let model_bytes = bytes.len() as u64;
    let scene = load(bytes)?;
    for warning in scene.metadata.warnings.iter() {
        notes.add(warning.description.trim_end_matches('.'));
    }
    let budget = Budget::for_data(model_bytes);
    let files = Files::new(folder);

    let nodes = Nodes::read(&scene, &mut notes)?;
    let mut materials = Materials::default();
    let mesh::Placed { mut meshes, slots, morphs } =
        mesh::place(&scene, &nodes, &mut materials, &budget, &mut notes)?;
    let mut clips = animation::read_all(&scene, &nodes, &morphs, &budget, &mut notes)?;
    let (materials, images) = materials.into_images(&files, model_bytes, &mut notes)?;

    let Nodes { mut joints, .. } = nodes;
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

fn load(bytes: &[u8]) -> Result<ufbx::SceneRoot> {
    let limit = BASE_BYTES.saturating_add(bytes.len().saturating_mul(BYTES_PER_INPUT_BYTE));
    let memory = || AllocatorOpts { memory_limit: limit, ..AllocatorOpts::default() };
    let options = LoadOpts {
        temp_allocator: memory(),
        result_allocator: memory(),
        clean_skin_weights: true,
        // What is wrong in a file is said, not guessed at.
        index_error_handling: IndexErrorHandling::AbortLoading,
        generate_missing_normals: true,
        normalize_normals: true,
        geometry_transform_handling: GeometryTransformHandling::ModifyGeometry,
        inherit_mode_handling: InheritModeHandling::Compensate,
        space_conversion: SpaceConversion::TransformRoot,
        target_axes: CoordinateAxes::right_handed_y_up(),
        target_unit_meters: 1.0,
        ..LoadOpts::default()
    };
    ufbx::load_memory(bytes, options).map_err(|error| ImportError::Fbx { problem: words(&error) })
}

/// What ufbx says of a file: its words, and the detail where there is one.
fn words(error: &ufbx::Error) -> String {
    let text = match &*error.description {
        "" | "Failed to load" => "the file is damaged or cut off".to_owned(),
        description => description.to_owned(),
    };
    match error.info() {
        "" => text,
        detail => format!("{text}: {detail}"),
    }
}
