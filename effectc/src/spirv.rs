//! The door to the HLSL compiler: text of one entry point in, SPIR-V and messages out.
//!
//! ```text
//! compile ──► HlslCompiler ──► Cached ──► Workers ──► child process ──► Shaderc
//!                              a folder   one a core  stdin, stdout     glslang
//! ```
//!
//! The compiler is a large C++ program that crashes on some inputs, and a crash ends the process it happens in. So it
//! runs in processes of its own: the program starts itself again with an argument that [`child_main`] knows, sends it
//! one job after the other, and starts another when one is gone.
//!
//! Nothing outside [`Shaderc`] names shaderc, so that another compiler can take its place.

mod batch;
mod cache;
mod child;
mod frame;
mod isolation;
mod job;
mod pool;
mod shaderc;
mod worker;

pub(crate) use batch::{OwnedJob, compile_all};
pub(crate) use cache::hashed;
pub use cache::{Cache, Cached, DEFAULT_CACHE_BYTES, user_cache_folder};
pub use child::child_main;
pub use isolation::{Isolation, compiler};
pub use job::{HlslCompiler, HlslJob, HlslMessage, HlslResult, SpirvError};
pub use pool::{DEFAULT_TIME_LIMIT, Workers};
pub use shaderc::{SHADERC_VERSION, Shaderc};
