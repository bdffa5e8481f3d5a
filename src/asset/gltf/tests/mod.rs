//! Tests of the importer on tiny documents.

mod accessors;
mod animations;
mod materials;
mod meshes;
mod mutations;
mod skins;
