//! From the checked tree to one HLSL text per entry point, in the form that the HLSL compiler takes.
//!
//! Each rewrite is a function of its own on the tree; what they are for is measured in FX.md.

mod body;
mod buffer;
mod constant;
mod declaration;
mod dimension;
mod entry;
mod input;
mod instance;
mod interface;
mod linkage;
mod matrix;
mod names;
mod objects;
mod output;
mod reach;
mod remainder;
mod rewrite;
mod scope;
mod semantic;
mod split;
mod unit;

pub use entry::{GLOBALS_NAME, Lowered, lower};
pub use interface::Locations;
pub use linkage::linkage;
pub use rewrite::{Rewrite, Rewrites};
