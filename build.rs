//! Hands `shaders_hlsl/` to the effects compiler. Everything it makes lies in `OUT_DIR`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use effectc::Options;
use effectc::effect::MatrixPacking;

fn main() -> ExitCode {
    effectc::child_main();
    let out_dir = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let options = Options {
        // As the course compiles its effects; nalgebra's bytes are then HLSL's (DESIGN.md, section 2).
        matrix_packing: MatrixPacking::Row,
        // HLSL source with lines in RenderDoc.
        debug_info: true,
        ..Options::default()
    };
    match effectc::build::compile_folder(Path::new("shaders_hlsl"), &out_dir, &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cargo_error(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn cargo_error(message: &str) {
    println!("cargo::error={message}");
}
