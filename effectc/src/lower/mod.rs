//! From the checked tree to one HLSL text per entry point, in the form that the HLSL compiler takes.
//!
//! Each rewrite is a function of its own on the tree; what they are for is measured in FX.md.

mod argument;
mod array_cast;
mod body;
mod buffer;
mod calls;
mod clash;
mod class;
mod code;
mod constant;
mod convert;
mod declaration;
mod default_argument;
mod dimension;
mod entry;
mod helper;
mod hint;
mod initializer;
mod instance;
mod interface;
mod intrinsic;
mod label;
mod linkage;
mod local_types;
mod locals;
mod loops;
pub(crate) mod made;
mod matrix;
mod names;
mod objects;
mod operator;
mod output;
mod port;
mod reach;
mod remainder;
mod rename;
mod returns;
mod rewrite;
mod semantic;
mod shape;
mod signature;
mod specialise;
mod split;
mod start;
mod statics;
mod stem;
mod stream;
#[cfg(test)]
mod testing;
mod uninitialized;
mod unit;
mod vertex;
mod whole;
mod wrapper;
mod written;
mod zero;

pub use entry::{GLOBALS_NAME, Lowered, lower};
pub use interface::Locations;
pub use linkage::linkage;
pub use rewrite::{Rewrite, Rewrites};
pub use stem::stems;
