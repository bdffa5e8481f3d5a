//! Our own character, part of the program so that the demos run anywhere.

use super::AppError;
use crate::asset::{AssetError, Model, gltf};

/// File name of the character, as messages show it.
const NAME: &str = "character.glb";
const BYTES: &[u8] = include_bytes!("../../assets/character.glb");

/// How fast its clips carry it over the ground, metres a second (assets/README.md). Clips that are not named stay on
/// the spot, or move the hips themselves.
const GROUND_SPEEDS_M_PER_S: [(&str, f64); 4] =
    [("Walk", 1.1), ("Run", 3.0), ("StrafeLeft", 1.0), ("StrafeRight", 1.0)];

/// How fast the clips of a model carry it over the ground, metres a second, one a clip: known of our character alone.
pub(super) fn ground_speeds_m_per_s(model: &Model) -> Vec<f64> {
    let of = |name: &str| {
        let known = GROUND_SPEEDS_M_PER_S.iter().find(|it| it.0 == name && model.name == NAME);
        known.map_or(0.0, |it| it.1)
    };
    model.clips.iter().map(|clip| of(&clip.name)).collect()
}

/// Imports the character.
///
/// # Errors
/// None for the file in this repository; the importer's signature has them.
pub(super) fn load() -> Result<Model, AppError> {
    gltf::import(NAME, BYTES, None)
        .map_err(|source| AppError::Asset(AssetError::Import { path: NAME.into(), source }))
}

/// Size of the character's file.
#[must_use]
pub(super) fn size_bytes() -> usize {
    BYTES.len()
}
