//! From the checked tree to one HLSL text per entry point, in the form that the HLSL compiler takes.
//!
//! Each rewrite is a function of its own on the tree; what they are for is measured in FX.md.

mod body;
mod buffer;
mod code;
mod constant;
mod declaration;
mod dimension;
mod entry;
mod instance;
mod interface;
mod linkage;
mod matrix;
mod names;
mod output;
mod port;
mod reach;
mod remainder;
mod rewrite;
mod scope;
mod semantic;
mod signature;
mod specialise;
mod split;
mod stem;
mod stream;
mod unit;
mod vertex;
mod visit;
mod wrapper;

pub use entry::{GLOBALS_NAME, Lowered, lower};
pub use interface::Locations;
pub use linkage::linkage;
pub use rewrite::{Rewrite, Rewrites};
pub use stem::stems;
