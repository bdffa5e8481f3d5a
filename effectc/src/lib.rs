//! Compiles Direct3D effect files (`.fx`) to SPIR-V, reflection and pipeline state.
#![forbid(unsafe_code)]

pub mod effect;
pub mod state;

#[cfg(feature = "compiler")]
pub mod ast;
#[cfg(feature = "compiler")]
pub mod check;
#[cfg(feature = "compiler")]
pub mod diagnostic;
#[cfg(feature = "compiler")]
pub mod layout;
#[cfg(feature = "compiler")]
pub mod lower;
#[cfg(feature = "compiler")]
mod module;
#[cfg(feature = "compiler")]
pub mod reflect;
#[cfg(feature = "compiler")]
pub mod source;
#[cfg(feature = "compiler")]
pub mod spirv;
