//! glTF 2.0 to plain data.
//!
//! ```text
//! bytes -> container -> document -> files, buffers -> accessors -> scene   -> skeleton
//!                                                               -> skin    -> slots
//!                                                               -> geometry, mesh
//!                                                               -> animation
//!                                                               -> material, image
//! all of it -> asset::convert, once, at the end
//! ```
//!
//! What the specification says to ignore, and what can be repaired without guessing, is done with a note
//! in [`Model::notes`](crate::asset::Model::notes); everything else that breaks a rule is an error.

mod accessor;
mod animation;
mod buffers;
mod container;
mod document;
mod export;
mod geometry;
mod image;
mod import;
mod influences;
mod material;
mod mesh;
mod scene;
mod skin;
#[cfg(test)]
mod test_document;
#[cfg(test)]
mod tests;
mod triangles;

pub use export::{ExportError, ExportParts, to_glb};
pub use import::import;
