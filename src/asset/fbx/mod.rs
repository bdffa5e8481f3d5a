//! FBX to plain data, by the `ufbx` library: it reads all versions in use, binary and text, and knows their transforms.
//!
//! ```text
//! bytes -> ufbx scene -> nodes  -> skeleton
//!                     -> meshes -> meshes, slots (skins, blend shapes)
//!                     -> stacks -> clips, baked by ufbx to translation, rotation and scale
//!                     -> materials, textures
//! all of it -> asset::convert, once, at the end
//! ```
//!
//! Units and axes of the file go into the root node, which is a joint where it does anything. Geometric transforms go into the
//! vertices; pre- and post-rotations and pivots are part of what ufbx gives as a node's transform.

mod animation;
mod import;
mod material;
mod mesh;
mod node;

pub use import::import;
