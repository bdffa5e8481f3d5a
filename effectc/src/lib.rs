//! Compiles Direct3D effect files (`.fx`) to SPIR-V, reflection and pipeline state.
#![forbid(unsafe_code)]

pub mod effect;
pub mod state;

#[cfg(feature = "compiler")]
pub mod ast;
#[cfg(feature = "compiler")]
pub mod diagnostic;
#[cfg(feature = "compiler")]
pub mod source;
#[cfg(feature = "compiler")]
pub mod spirv;
