//! From the syntax tree to what the effect means: names, layouts, default values, states, techniques.
//!
//! Everything that can be wrong without looking into function bodies is found here, all of it in one run.

mod called;
mod checked;
pub mod constant;
mod defaults;
mod entry;
mod implied;
mod initial;
mod intrinsic;
mod legacy;
pub(crate) mod nearest;
pub mod number;
mod objects;
mod pass;
mod profile;
mod redefinition;
mod resource;
pub mod sampled;
mod sampler;
mod shader;
mod smooth_line;
mod state;
mod state_object;
mod stream_output;
pub mod symbols;
mod threads;
pub mod types;
pub mod writes;

pub use checked::{Buffer, Checked, Object, check};
pub use entry::{Argument, Entry, Interface};
pub use implied::write_sizes;
pub use resource::is_bound_object;
