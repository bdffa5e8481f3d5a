//! The back: from the syntax tree to SPIR-V and everything beside it.

mod batch;
mod build;
mod code;
mod command;
mod corpus;
mod debug;
mod entry_points;
mod errors;
mod hostile;
mod layouts;
mod limits;
mod read_back;
mod requirements;
mod runtime;
mod samples;
mod schema;
mod seeds;
mod system_values;
mod types;
mod watch;
mod workers;

use std::path::Path;

use effectc::effect::{Effect, MatrixPacking};
use effectc::{Options, Output, compile};

/// Options of this project's own effects.
fn row_packed() -> Options {
    Options { matrix_packing: MatrixPacking::Row, ..Options::default() }
}

/// Compiles a file named from the package's folder, so that messages name it the same everywhere.
fn compile_sample(path: &Path) -> Output {
    let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
    compile(path, &row_packed())
}

/// Compiles an effect's text.
#[track_caller]
fn compile_text(text: &str, options: &Options) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.fx");
    std::fs::write(&path, text).unwrap();
    compile(&path, options)
}

/// The effect of an output without errors.
#[track_caller]
fn effect(output: &Output) -> &Effect {
    let text = effectc::diagnostic::render_all(&output.diagnostics, &output.sources);
    assert!(output.effect.is_some(), "{text}");
    output.effect.as_ref().unwrap()
}
