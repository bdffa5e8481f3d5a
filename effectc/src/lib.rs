//! Compiles Direct3D effect files (`.fx`) to SPIR-V, reflection and pipeline state.
//!
//! ```text
//! source -> preprocess -> lex -> parse -> check -> lower -> spirv -> patch -> reflect -> emit
//! files     tokens               tree     meaning  HLSL     words             Effect     JSON, Rust, SPIR-V
//! ```
//!
//! [`compile()`] runs all of it. With the feature `compiler` off, only the result is left: [`effect`] and [`state`].
#![forbid(unsafe_code)]
#![cfg_attr(
    feature = "compiler",
    expect(
        clippy::result_large_err,
        reason = "a diagnostic is made once, for a person; speed is no matter"
    )
)]

pub mod effect;
pub mod state;

#[cfg(feature = "compiler")]
pub mod ast;
#[cfg(feature = "compiler")]
pub mod build;
#[cfg(feature = "compiler")]
pub mod check;
#[cfg(feature = "compiler")]
mod compile;
#[cfg(feature = "compiler")]
mod debug_source;
#[cfg(feature = "compiler")]
pub mod diagnostic;
#[cfg(feature = "compiler")]
pub mod emit;
#[cfg(feature = "compiler")]
mod hash;
#[cfg(feature = "compiler")]
pub mod layout;
#[cfg(feature = "compiler")]
mod lex;
#[cfg(feature = "compiler")]
pub mod lower;
#[cfg(feature = "compiler")]
mod module;
#[cfg(feature = "compiler")]
pub mod parallel;
#[cfg(feature = "compiler")]
pub mod parse;
#[cfg(feature = "compiler")]
mod patch;
#[cfg(feature = "compiler")]
pub mod preprocess;
#[cfg(feature = "compiler")]
pub mod print;
#[cfg(feature = "compiler")]
pub mod reflect;
#[cfg(feature = "compiler")]
pub mod remember;
#[cfg(feature = "compiler")]
mod require;
#[cfg(feature = "compiler")]
pub mod source;
#[cfg(feature = "compiler")]
pub mod spirv;
#[cfg(feature = "compiler")]
pub mod types;

#[cfg(feature = "compiler")]
pub use compile::{LoweredText, Options, Output, compile, compile_with};
#[cfg(feature = "compiler")]
pub use spirv::{Isolation, child_main};
