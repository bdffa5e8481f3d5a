//! What all importers need: errors with a place, notes, limits on memory, files beside the model, influences,
//! slots, images.

mod bind;
mod decompose;
mod error;
mod files;
mod image;
mod images;
mod influences;
mod limits;
mod normals;
mod notes;
mod slots;
mod weld;

pub use error::ImportError;
pub use limits::MAX_INPUT_BYTES;

pub(super) use bind::{bind, bind_rigid, slots_of};
pub(super) use decompose::decompose;
pub(super) use error::{Result, Within, fault, label};
pub(super) use files::{Files, is_data};
pub(super) use image::decode as decode_image;
pub(super) use images::Images;
pub(super) use influences::{Influences, Repairs};
pub(super) use limits::{Budget, MAX_JSON_VALUES, MAX_LIST_BYTES};
pub(super) use normals::smooth_normals;
pub(super) use notes::Notes;
pub(super) use slots::{Skin, Slots};
pub(super) use weld::weld;
