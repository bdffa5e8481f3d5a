//! Our own character, part of the program so that the demos run anywhere.

use super::AppError;
use crate::asset::{AssetError, Model, gltf};

/// File name of the character, as messages show it.
const NAME: &str = "character.glb";
const BYTES: &[u8] = include_bytes!("../../assets/character.glb");

/// Imports the character.
///
/// # Errors
/// None for the file in this repository; the importer's signature has them.
pub(super) fn load() -> Result<Model, AppError> {
    gltf::import(NAME, BYTES, None)
        .map_err(|source| AppError::Asset(AssetError::Gltf { path: NAME.into(), source }))
}

/// Size of the character's file.
#[must_use]
pub(super) fn size_bytes() -> usize {
    BYTES.len()
}
