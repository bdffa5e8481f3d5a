//! Writes effects: files for programs, Rust for programs that are compiled with their effects, a table for people.

mod files;
mod rust;
mod summary;

pub use files::{EmitError, EmitKind, OutputFile, output_files, write_whole};
pub use rust::{module_name, rust_module};
pub use summary::summary;
