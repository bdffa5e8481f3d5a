//! COLLADA 1.4 and 1.5 to plain data.
//!
//! ```text
//! bytes -> text -> document -> source       arrays behind their accessors
//!                           -> transform, scene                          -> skeleton
//!                           -> polygons, geometry, controller, place     -> meshes, slots
//!                           -> curve, channel, animation                 -> clips
//!                           -> material                                  -> materials, images
//! all of it -> asset::convert, once, at the end
//! ```
//!
//! Up axis and unit go into one more joint above the roots of the scene, where they are not already those of this program.
//! What cannot be used (cameras, lights, lines, physics) is left out; what was meant to be seen gets a note in
//! [`Model::notes`](crate::asset::Model::notes). Everything that breaks the specification in a way that leaves no
//! sensible reading is an error.

mod animation;
mod channel;
mod controller;
mod curve;
mod document;
mod geometry;
mod import;
mod material;
mod place;
mod polygons;
mod scene;
mod source;
mod text;
mod transform;

pub use import::import;
